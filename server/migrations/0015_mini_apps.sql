CREATE TABLE "mini_app_participations" (
	"mini_app_id" text COLLATE "C" NOT NULL,
	"user_id" text COLLATE "C" NOT NULL,
	"answers" jsonb NOT NULL,
	"contribution" jsonb,
	"contribution_until" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "mini_app_participations_mini_app_id_user_id_pk" PRIMARY KEY("mini_app_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "mini_apps" (
	"id" text COLLATE "C" PRIMARY KEY NOT NULL,
	"conversation_id" text COLLATE "C" NOT NULL,
	"sequence" integer NOT NULL,
	"message_id" text COLLATE "C" NOT NULL,
	"app_type" text NOT NULL,
	"title" text NOT NULL,
	"created_by" text COLLATE "C" NOT NULL,
	"config" jsonb NOT NULL,
	"material" jsonb NOT NULL,
	"state" jsonb NOT NULL,
	"state_version" integer NOT NULL,
	"awaits_all" boolean NOT NULL,
	"is_completed" boolean NOT NULL,
	"is_active" boolean NOT NULL,
	"participant_count" integer NOT NULL,
	"result_sequence" integer,
	"created_at" timestamp (3) with time zone NOT NULL,
	"completed_at" timestamp (3) with time zone,
	CONSTRAINT "mini_apps_message" UNIQUE("conversation_id","sequence")
);
--> statement-breakpoint
CREATE TABLE "questionnaires" (
	"number" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "questionnaires_number_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"id" text COLLATE "C" NOT NULL,
	"content" text,
	"saved_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "mini_app_participations" ADD CONSTRAINT "mini_app_participations_mini_app_id_mini_apps_id_fk" FOREIGN KEY ("mini_app_id") REFERENCES "public"."mini_apps"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mini_app_participations" ADD CONSTRAINT "mini_app_participations_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mini_apps" ADD CONSTRAINT "mini_apps_conversation_id_conversations_id_fk" FOREIGN KEY ("conversation_id") REFERENCES "public"."conversations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mini_apps" ADD CONSTRAINT "mini_apps_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mini_apps" ADD CONSTRAINT "mini_apps_of_message" FOREIGN KEY ("conversation_id","sequence") REFERENCES "public"."messages"("conversation_id","sequence") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "mini_app_participations_order" ON "mini_app_participations" USING btree ("mini_app_id","created_at","user_id");--> statement-breakpoint
CREATE INDEX "mini_app_participations_user" ON "mini_app_participations" USING btree ("user_id","mini_app_id");--> statement-breakpoint
CREATE INDEX "mini_app_participations_until" ON "mini_app_participations" USING btree ("contribution_until") WHERE contribution_until IS NOT NULL;--> statement-breakpoint
CREATE INDEX "mini_apps_open" ON "mini_apps" USING btree ("conversation_id") WHERE is_active;--> statement-breakpoint
CREATE INDEX "mini_apps_awaiting" ON "mini_apps" USING btree ("id") WHERE awaits_all AND is_active AND NOT is_completed;--> statement-breakpoint
CREATE INDEX "mini_apps_creator" ON "mini_apps" USING btree ("created_by","id");