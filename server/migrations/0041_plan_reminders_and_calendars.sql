-- expand
CREATE TABLE "plan_calendars" (
	"user_id" text COLLATE "C" PRIMARY KEY NOT NULL,
	"token_hash" text NOT NULL,
	"language" text NOT NULL,
	"place" boolean NOT NULL,
	"made_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "plan_calendars_token" UNIQUE("token_hash")
);
--> statement-breakpoint
CREATE TABLE "plan_reminders" (
	"plan_person_id" text COLLATE "C" NOT NULL,
	"code" text NOT NULL,
	"version" integer NOT NULL,
	"remind_at" timestamp (3) with time zone NOT NULL,
	"is_fitted" boolean NOT NULL,
	"due_at" timestamp (3) with time zone,
	"sent_at" timestamp (3) with time zone,
	CONSTRAINT "plan_reminders_plan_person_id_code_version_pk" PRIMARY KEY("plan_person_id","code","version")
);
--> statement-breakpoint
ALTER TABLE "plan_people" ADD COLUMN "parted" jsonb;--> statement-breakpoint
ALTER TABLE "plan_settings" ADD COLUMN "remind_day" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "plan_settings" ADD COLUMN "remind_hours" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "plans" ADD COLUMN "asked_about" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "plan_calendars" ADD CONSTRAINT "plan_calendars_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "plan_reminders" ADD CONSTRAINT "plan_reminders_plan_person_id_plan_people_id_fk" FOREIGN KEY ("plan_person_id") REFERENCES "public"."plan_people"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "plan_reminders_due" ON "plan_reminders" USING btree ("due_at") WHERE due_at IS NOT NULL;