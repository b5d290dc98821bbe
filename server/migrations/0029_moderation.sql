CREATE TABLE "former_members" (
	"conversation_id" text COLLATE "C" NOT NULL,
	"user_id" text COLLATE "C" NOT NULL,
	"left_sequence" integer NOT NULL,
	"left_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "former_members_conversation_id_user_id_pk" PRIMARY KEY("conversation_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "moderators" (
	"user_id" text COLLATE "C" PRIMARY KEY NOT NULL,
	"since" timestamp (3) with time zone NOT NULL,
	"appointed_by" text COLLATE "C"
);
--> statement-breakpoint
CREATE TABLE "standings" (
	"user_id" text COLLATE "C" PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"since" timestamp (3) with time zone NOT NULL,
	"until" timestamp (3) with time zone,
	"decision_id" text COLLATE "C",
	"unread_decision_id" text COLLATE "C"
);
--> statement-breakpoint
CREATE TABLE "held_media" (
	"media_id" text COLLATE "C" PRIMARY KEY NOT NULL,
	"until" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sealed_copies" (
	"id" text COLLATE "C" PRIMARY KEY NOT NULL,
	"owner_id" text COLLATE "C" NOT NULL,
	"kind" text NOT NULL,
	"target_id" text COLLATE "C" NOT NULL,
	"content" text NOT NULL,
	"media_ids" jsonb NOT NULL,
	"sealed_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "case_media" (
	"media_id" text COLLATE "C" NOT NULL,
	"target_type" text NOT NULL,
	"target_id" text COLLATE "C" NOT NULL,
	CONSTRAINT "case_media_media_id_target_type_target_id_pk" PRIMARY KEY("media_id","target_type","target_id")
);
--> statement-breakpoint
CREATE TABLE "cases" (
	"target_type" text NOT NULL,
	"target_id" text COLLATE "C" NOT NULL,
	"person_id" text COLLATE "C",
	"is_open" boolean NOT NULL,
	"urgency" smallint NOT NULL,
	"since" timestamp (3) with time zone NOT NULL,
	"version" integer NOT NULL,
	"taken_by" text COLLATE "C",
	"taken_until" timestamp (3) with time zone,
	"snapshot" jsonb,
	"erase_at" timestamp (3) with time zone,
	CONSTRAINT "cases_target_type_target_id_pk" PRIMARY KEY("target_type","target_id")
);
--> statement-breakpoint
CREATE TABLE "decisions" (
	"id" text COLLATE "C" PRIMARY KEY NOT NULL,
	"number" bigint NOT NULL,
	"person_id" text COLLATE "C",
	"decided_by" text COLLATE "C",
	"action" text NOT NULL,
	"removed" jsonb NOT NULL,
	"rule" jsonb,
	"reason" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"until" timestamp (3) with time zone,
	"about" jsonb,
	"about_until" timestamp (3) with time zone,
	"read_at" timestamp (3) with time zone,
	"appeal_text" text,
	"appealed_at" timestamp (3) with time zone,
	"appeal_state" text,
	"appeal_decided_at" timestamp (3) with time zone,
	"appeal_reason" text,
	"appeal_decided_by" text COLLATE "C",
	"appeal_by_somebody_else" boolean,
	CONSTRAINT "decisions_number" UNIQUE("number")
);
--> statement-breakpoint
CREATE TABLE "moderation_head" (
	"id" smallint PRIMARY KEY NOT NULL,
	"number" bigint NOT NULL,
	"hash" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "moderation_log" (
	"number" bigint PRIMARY KEY NOT NULL,
	"action" text NOT NULL,
	"code" text,
	"rule" integer,
	"until" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	"commitment" text NOT NULL,
	"hash" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "moderation_log_details" (
	"number" bigint PRIMARY KEY NOT NULL,
	"actor_id" text COLLATE "C",
	"person_id" text COLLATE "C",
	"target" text,
	"reason" text,
	"was_involved" boolean NOT NULL,
	"salt" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "moderation_looks" (
	"id" text COLLATE "C" PRIMARY KEY NOT NULL,
	"moderator_id" text COLLATE "C" NOT NULL,
	"person_id" text COLLATE "C" NOT NULL,
	"looked_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "moderator_notes" (
	"id" text COLLATE "C" PRIMARY KEY NOT NULL,
	"person_id" text COLLATE "C" NOT NULL,
	"author_id" text COLLATE "C",
	"text" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "refused_faces" (
	"person_id" text COLLATE "C" NOT NULL,
	"part" text NOT NULL,
	"digest" text NOT NULL,
	"until" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "refused_faces_person_id_part_digest_pk" PRIMARY KEY("person_id","part","digest")
);
--> statement-breakpoint
ALTER TABLE "reports" DROP CONSTRAINT "reports_resolver_id_users_id_fk";
--> statement-breakpoint
DROP INDEX "reports_waiting";--> statement-breakpoint
DROP INDEX "reports_resolver";--> statement-breakpoint
ALTER TABLE "messages" ADD COLUMN "removed_by" text;--> statement-breakpoint
ALTER TABLE "reports" ADD COLUMN "part" text;--> statement-breakpoint
ALTER TABLE "reports" ADD COLUMN "decision_id" text COLLATE "C";--> statement-breakpoint
ALTER TABLE "comments" ADD COLUMN "removed_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "comments" ADD COLUMN "removed_by" text;--> statement-breakpoint
ALTER TABLE "posts" ADD COLUMN "removed_by" text;--> statement-breakpoint
ALTER TABLE "former_members" ADD CONSTRAINT "former_members_conversation_id_conversations_id_fk" FOREIGN KEY ("conversation_id") REFERENCES "public"."conversations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "former_members" ADD CONSTRAINT "former_members_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "moderators" ADD CONSTRAINT "moderators_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "moderators" ADD CONSTRAINT "moderators_appointed_by_users_id_fk" FOREIGN KEY ("appointed_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "standings" ADD CONSTRAINT "standings_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "held_media" ADD CONSTRAINT "held_media_media_id_media_id_fk" FOREIGN KEY ("media_id") REFERENCES "public"."media"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "case_media" ADD CONSTRAINT "case_media_media_id_media_id_fk" FOREIGN KEY ("media_id") REFERENCES "public"."media"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cases" ADD CONSTRAINT "cases_person_id_users_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cases" ADD CONSTRAINT "cases_taken_by_users_id_fk" FOREIGN KEY ("taken_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "decisions" ADD CONSTRAINT "decisions_person_id_users_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "decisions" ADD CONSTRAINT "decisions_decided_by_users_id_fk" FOREIGN KEY ("decided_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "decisions" ADD CONSTRAINT "decisions_appeal_decided_by_users_id_fk" FOREIGN KEY ("appeal_decided_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "moderation_log_details" ADD CONSTRAINT "moderation_log_details_number_moderation_log_number_fk" FOREIGN KEY ("number") REFERENCES "public"."moderation_log"("number") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "moderation_looks" ADD CONSTRAINT "moderation_looks_moderator_id_users_id_fk" FOREIGN KEY ("moderator_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "moderation_looks" ADD CONSTRAINT "moderation_looks_person_id_users_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "moderator_notes" ADD CONSTRAINT "moderator_notes_person_id_users_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "moderator_notes" ADD CONSTRAINT "moderator_notes_author_id_users_id_fk" FOREIGN KEY ("author_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refused_faces" ADD CONSTRAINT "refused_faces_person_id_users_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "former_members_user" ON "former_members" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "former_members_left" ON "former_members" USING btree ("left_at");--> statement-breakpoint
CREATE INDEX "moderators_appointed_by" ON "moderators" USING btree ("appointed_by");--> statement-breakpoint
CREATE INDEX "standings_until" ON "standings" USING btree ("until");--> statement-breakpoint
CREATE INDEX "held_media_until" ON "held_media" USING btree ("until");--> statement-breakpoint
CREATE INDEX "sealed_copies_target" ON "sealed_copies" USING btree ("target_id","kind","sealed_at");--> statement-breakpoint
CREATE INDEX "sealed_copies_owner" ON "sealed_copies" USING btree ("owner_id","id");--> statement-breakpoint
CREATE INDEX "sealed_copies_sealed" ON "sealed_copies" USING btree ("sealed_at");--> statement-breakpoint
CREATE INDEX "case_media_case" ON "case_media" USING btree ("target_type","target_id");--> statement-breakpoint
CREATE INDEX "cases_waiting" ON "cases" USING btree ("urgency","since","target_id") WHERE is_open;--> statement-breakpoint
CREATE INDEX "cases_settled" ON "cases" USING btree ("since","target_id") WHERE NOT is_open;--> statement-breakpoint
CREATE INDEX "cases_person" ON "cases" USING btree ("person_id");--> statement-breakpoint
CREATE INDEX "cases_taken" ON "cases" USING btree ("taken_by");--> statement-breakpoint
CREATE INDEX "cases_erase" ON "cases" USING btree ("erase_at");--> statement-breakpoint
CREATE INDEX "decisions_person" ON "decisions" USING btree ("person_id","number");--> statement-breakpoint
CREATE INDEX "decisions_decider" ON "decisions" USING btree ("decided_by");--> statement-breakpoint
CREATE INDEX "decisions_appeal_decider" ON "decisions" USING btree ("appeal_decided_by");--> statement-breakpoint
CREATE INDEX "decisions_appeals" ON "decisions" USING btree ("appeal_state","appealed_at","id");--> statement-breakpoint
CREATE INDEX "decisions_about" ON "decisions" USING btree ("about_until");--> statement-breakpoint
CREATE INDEX "moderation_log_details_actor" ON "moderation_log_details" USING btree ("actor_id","number");--> statement-breakpoint
CREATE INDEX "moderation_log_details_person" ON "moderation_log_details" USING btree ("person_id","number");--> statement-breakpoint
CREATE INDEX "moderation_looks_moderator" ON "moderation_looks" USING btree ("moderator_id","id");--> statement-breakpoint
CREATE INDEX "moderation_looks_person" ON "moderation_looks" USING btree ("person_id");--> statement-breakpoint
CREATE INDEX "moderation_looks_looked" ON "moderation_looks" USING btree ("looked_at");--> statement-breakpoint
CREATE INDEX "moderator_notes_person" ON "moderator_notes" USING btree ("person_id","id");--> statement-breakpoint
CREATE INDEX "moderator_notes_author" ON "moderator_notes" USING btree ("author_id");--> statement-breakpoint
CREATE INDEX "moderator_notes_created" ON "moderator_notes" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "refused_faces_until" ON "refused_faces" USING btree ("until");--> statement-breakpoint
CREATE INDEX "reports_decision" ON "reports" USING btree ("decision_id");--> statement-breakpoint
ALTER TABLE "reports" DROP COLUMN "resolver_id";
--> statement-breakpoint
UPDATE reports SET state = 'upheld' WHERE state = 'removed';
--> statement-breakpoint
-- What was reported before becomes cases: what it said is copied when somebody looks at it first.
INSERT INTO cases (target_type, target_id, person_id, is_open, urgency, since, version)
SELECT target_type, target_id, max(target_owner_id), bool_or(state = 'open'),
  coalesce(min(CASE WHEN reason IN ('minor', 'violence') THEN 0 WHEN reason IN ('spam', 'other') THEN 2 ELSE 1 END)
    FILTER (WHERE state = 'open'), 2),
  coalesce(min(created_at) FILTER (WHERE state = 'open'), max(resolved_at), max(created_at)), count(*)
FROM reports GROUP BY target_type, target_id;
--> statement-breakpoint
INSERT INTO moderation_head (id, number, hash) VALUES (1, 0, repeat('0', 64));
--> statement-breakpoint
CREATE TRIGGER moderation_log_append_only BEFORE UPDATE OR DELETE ON moderation_log
FOR EACH ROW EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER moderation_log_never_emptied BEFORE TRUNCATE ON moderation_log
FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
