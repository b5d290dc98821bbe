-- expand
CREATE TABLE "plan_people" (
	"id" text COLLATE "C" PRIMARY KEY NOT NULL,
	"plan_id" text COLLATE "C" NOT NULL,
	"user_id" text COLLATE "C" NOT NULL,
	"standing" text NOT NULL,
	"since" timestamp (3) with time zone NOT NULL,
	"tried_at" timestamp (3) with time zone NOT NULL,
	"queued_at" timestamp (3) with time zone,
	"times_left" integer NOT NULL,
	"confirmed_version" integer NOT NULL,
	"message" text,
	"declined_at" timestamp (3) with time zone,
	"removal_reason" text,
	CONSTRAINT "plan_people_once" UNIQUE("plan_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "plan_settings" (
	"user_id" text COLLATE "C" PRIMARY KEY NOT NULL,
	"adult_at" timestamp (3) with time zone,
	"safety_card" integer,
	"safety_card_at" timestamp (3) with time zone,
	"gender" text,
	"gender_at" timestamp (3) with time zone,
	"gender_counts_from" timestamp (3) with time zone,
	"languages" jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "plan_spots" (
	"plan_id" text COLLATE "C" PRIMARY KEY NOT NULL,
	"latitude" double precision NOT NULL,
	"longitude" double precision NOT NULL,
	"name" text NOT NULL,
	"hint" text
);
--> statement-breakpoint
CREATE TABLE "plans" (
	"id" text COLLATE "C" PRIMARY KEY NOT NULL,
	"made_by" text COLLATE "C",
	"client_id" text COLLATE "C" NOT NULL,
	"host_id" text COLLATE "C",
	"host_wanted_until" timestamp (3) with time zone,
	"origin" text DEFAULT 'person' NOT NULL,
	"activity" text NOT NULL,
	"title" text,
	"note" text,
	"local" text NOT NULL,
	"time_zone" text NOT NULL,
	"part" text,
	"minutes" integer NOT NULL,
	"starts_at" timestamp (3) with time zone NOT NULL,
	"ends_at" timestamp (3) with time zone NOT NULL,
	"decides_at" timestamp (3) with time zone NOT NULL,
	"delay_minutes" integer DEFAULT 0 NOT NULL,
	"district_latitude" double precision NOT NULL,
	"district_longitude" double precision NOT NULL,
	"q14" integer NOT NULL,
	"q12" integer NOT NULL,
	"q10" integer NOT NULL,
	"q8" integer NOT NULL,
	"spot_shown" text NOT NULL,
	"seats" integer NOT NULL,
	"least" integer NOT NULL,
	"going_count" integer NOT NULL,
	"is_on_told" boolean DEFAULT false NOT NULL,
	"entry" text NOT NULL,
	"who" text NOT NULL,
	"gender" text,
	"languages" jsonb NOT NULL,
	"language_needed" boolean NOT NULL,
	"level" text,
	"cost" text NOT NULL,
	"cost_text" text,
	"listed" boolean NOT NULL,
	"invite_hash" text,
	"version" integer NOT NULL,
	"material_changes" integer DEFAULT 0 NOT NULL,
	"asked_version" integer DEFAULT 0 NOT NULL,
	"confirm_until" timestamp (3) with time zone,
	"called_off_at" timestamp (3) with time zone,
	"called_off_reason" text,
	"conversation_id" text COLLATE "C",
	"stage" text NOT NULL,
	"due_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "plans_client" UNIQUE("made_by","client_id"),
	CONSTRAINT "plans_going_count" CHECK (going_count >= 0 AND going_count <= seats)
);
--> statement-breakpoint
CREATE TABLE "map_plan_count_changes" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "map_plan_count_changes_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"q14" integer NOT NULL,
	"latitude_e5" integer NOT NULL,
	"longitude_e5" integer NOT NULL,
	"plans" smallint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "map_plan_counts" (
	"level" smallint NOT NULL,
	"cell" integer NOT NULL,
	"latitude_e5" bigint NOT NULL,
	"longitude_e5" bigint NOT NULL,
	"plans" integer NOT NULL,
	CONSTRAINT "map_plan_counts_level_cell_pk" PRIMARY KEY("level","cell")
);
--> statement-breakpoint
ALTER TABLE "conversations" ADD COLUMN "closed_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "plan_people" ADD CONSTRAINT "plan_people_plan_id_plans_id_fk" FOREIGN KEY ("plan_id") REFERENCES "public"."plans"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "plan_people" ADD CONSTRAINT "plan_people_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "plan_settings" ADD CONSTRAINT "plan_settings_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "plan_spots" ADD CONSTRAINT "plan_spots_plan_id_plans_id_fk" FOREIGN KEY ("plan_id") REFERENCES "public"."plans"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "plans" ADD CONSTRAINT "plans_made_by_users_id_fk" FOREIGN KEY ("made_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "plans" ADD CONSTRAINT "plans_host_id_users_id_fk" FOREIGN KEY ("host_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "plans" ADD CONSTRAINT "plans_conversation_id_conversations_id_fk" FOREIGN KEY ("conversation_id") REFERENCES "public"."conversations"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "plan_people_standing" ON "plan_people" USING btree ("plan_id","standing","queued_at","id");--> statement-breakpoint
CREATE INDEX "plan_people_user" ON "plan_people" USING btree ("user_id","standing");--> statement-breakpoint
CREATE INDEX "plan_people_tried" ON "plan_people" USING btree ("user_id","tried_at");--> statement-breakpoint
CREATE INDEX "plans_q14" ON "plans" USING btree ("q14","starts_at","id") WHERE called_off_at IS NULL AND listed;--> statement-breakpoint
CREATE INDEX "plans_q12" ON "plans" USING btree ("q12","starts_at","id") WHERE called_off_at IS NULL AND listed;--> statement-breakpoint
CREATE INDEX "plans_q10" ON "plans" USING btree ("q10","starts_at","id") WHERE called_off_at IS NULL AND listed;--> statement-breakpoint
CREATE INDEX "plans_q8" ON "plans" USING btree ("q8","starts_at","id") WHERE called_off_at IS NULL AND listed;--> statement-breakpoint
CREATE INDEX "plans_soonest" ON "plans" USING btree ("starts_at","id") WHERE called_off_at IS NULL AND listed;--> statement-breakpoint
CREATE INDEX "plans_due" ON "plans" USING btree ("due_at") WHERE due_at IS NOT NULL;--> statement-breakpoint
CREATE INDEX "plans_host" ON "plans" USING btree ("host_id","starts_at");--> statement-breakpoint
CREATE INDEX "plans_made" ON "plans" USING btree ("made_by","created_at");--> statement-breakpoint
CREATE INDEX "plans_conversation" ON "plans" USING btree ("conversation_id");
--> statement-breakpoint
-- As posts are counted: every way a plan comes to the map and goes from it passes here. On it are those listed for everyone
-- that are not called off and have not begun.
CREATE FUNCTION note_plan_for_map() RETURNS trigger
LANGUAGE plpgsql
AS $$
BEGIN
  IF TG_OP <> 'INSERT' AND OLD.called_off_at IS NULL AND OLD.listed AND OLD.who = 'everyone' AND OLD.stage IN ('ahead', 'decided') THEN
    INSERT INTO "map_plan_count_changes" (q14, plans, latitude_e5, longitude_e5)
    VALUES (OLD.q14, -1, -round(OLD.district_latitude * 100000), -round(OLD.district_longitude * 100000));
  END IF;
  IF TG_OP <> 'DELETE' AND NEW.called_off_at IS NULL AND NEW.listed AND NEW.who = 'everyone' AND NEW.stage IN ('ahead', 'decided') THEN
    INSERT INTO "map_plan_count_changes" (q14, plans, latitude_e5, longitude_e5)
    VALUES (NEW.q14, 1, round(NEW.district_latitude * 100000), round(NEW.district_longitude * 100000));
  END IF;
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER plans_come AFTER INSERT ON "plans" FOR EACH ROW EXECUTE FUNCTION note_plan_for_map();
--> statement-breakpoint
CREATE TRIGGER plans_change AFTER UPDATE ON "plans" FOR EACH ROW WHEN (
  (OLD.called_off_at, OLD.listed, OLD.who, OLD.stage, OLD.district_latitude, OLD.district_longitude)
  IS DISTINCT FROM (NEW.called_off_at, NEW.listed, NEW.who, NEW.stage, NEW.district_latitude, NEW.district_longitude)
) EXECUTE FUNCTION note_plan_for_map();
--> statement-breakpoint
CREATE TRIGGER plans_go AFTER DELETE ON "plans" FOR EACH ROW EXECUTE FUNCTION note_plan_for_map();
