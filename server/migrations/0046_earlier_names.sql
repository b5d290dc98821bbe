-- expand
CREATE TABLE "earlier_names" (
	"id" text COLLATE "C" PRIMARY KEY NOT NULL,
	"person_id" text COLLATE "C" NOT NULL,
	"name" text NOT NULL,
	"until" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "earlier_names" ADD CONSTRAINT "earlier_names_person_id_users_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "earlier_names_person" ON "earlier_names" USING btree ("person_id","until","id");--> statement-breakpoint
CREATE INDEX "earlier_names_until" ON "earlier_names" USING btree ("until");