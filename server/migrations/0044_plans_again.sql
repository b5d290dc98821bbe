-- expand
CREATE TABLE "plan_copies" (
	"from_id" text COLLATE "C" PRIMARY KEY NOT NULL,
	"to_id" text COLLATE "C" NOT NULL,
	CONSTRAINT "plan_copies_to" UNIQUE("to_id")
);
--> statement-breakpoint
ALTER TABLE "plan_copies" ADD CONSTRAINT "plan_copies_from_id_plans_id_fk" FOREIGN KEY ("from_id") REFERENCES "public"."plans"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "plan_copies" ADD CONSTRAINT "plan_copies_to_id_plans_id_fk" FOREIGN KEY ("to_id") REFERENCES "public"."plans"("id") ON DELETE cascade ON UPDATE no action;
