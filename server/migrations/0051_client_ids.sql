-- expand
CREATE TABLE "client_ids" (
	"user_id" text COLLATE "C" NOT NULL,
	"kind" text NOT NULL,
	"client_id" text NOT NULL,
	"made_id" text COLLATE "C" NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "client_ids_user_id_kind_client_id_pk" PRIMARY KEY("user_id","kind","client_id")
);
--> statement-breakpoint
ALTER TABLE "client_ids" ADD CONSTRAINT "client_ids_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "client_ids_created" ON "client_ids" USING btree ("created_at");