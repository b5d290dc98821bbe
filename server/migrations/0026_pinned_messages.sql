CREATE TABLE "pinned_messages" (
	"conversation_id" text COLLATE "C" NOT NULL,
	"sequence" integer NOT NULL,
	"pinned_by" text COLLATE "C",
	"pinned_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "pinned_messages_conversation_id_sequence_pk" PRIMARY KEY("conversation_id","sequence")
);
--> statement-breakpoint
ALTER TABLE "pinned_messages" ADD CONSTRAINT "pinned_messages_pinned_by_users_id_fk" FOREIGN KEY ("pinned_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pinned_messages" ADD CONSTRAINT "pinned_messages_of" FOREIGN KEY ("conversation_id","sequence") REFERENCES "public"."messages"("conversation_id","sequence") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "pinned_messages_by" ON "pinned_messages" USING btree ("pinned_by");