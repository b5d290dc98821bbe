CREATE TABLE "presence" (
	"user_id" text COLLATE "C" PRIMARY KEY NOT NULL,
	"latitude" double precision NOT NULL,
	"longitude" double precision NOT NULL,
	"display" text NOT NULL,
	"q14" integer NOT NULL,
	"shared_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "presence" ADD CONSTRAINT "presence_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "presence_cell" ON "presence" USING btree ("q14","shared_at");--> statement-breakpoint
CREATE INDEX "presence_shared_at" ON "presence" USING btree ("shared_at");