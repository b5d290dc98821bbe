CREATE TABLE "private_conversations" (
	"conversation_id" text COLLATE "C" PRIMARY KEY NOT NULL,
	"first_id" text COLLATE "C" NOT NULL,
	"second_id" text COLLATE "C" NOT NULL,
	"requester_id" text COLLATE "C",
	"requested_at" timestamp (3) with time zone,
	CONSTRAINT "private_conversations_pair" UNIQUE("first_id","second_id")
);
--> statement-breakpoint
CREATE TABLE "open_streams" (
	"user_id" text COLLATE "C" PRIMARY KEY NOT NULL,
	"seen_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "blocks" ADD COLUMN "id" text COLLATE "C";--> statement-breakpoint
UPDATE "blocks" SET "id" = md5("blocker_id" || ' ' || "blocked_id");--> statement-breakpoint
ALTER TABLE "blocks" ALTER COLUMN "id" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "blocks" ADD COLUMN "reason" text;--> statement-breakpoint
ALTER TABLE "conversation_members" ADD COLUMN "request" text;--> statement-breakpoint
ALTER TABLE "conversation_members" ADD COLUMN "told_sequence" integer;--> statement-breakpoint
ALTER TABLE "private_conversations" ADD CONSTRAINT "private_conversations_conversation_id_conversations_id_fk" FOREIGN KEY ("conversation_id") REFERENCES "public"."conversations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "private_conversations" ADD CONSTRAINT "private_conversations_first_id_users_id_fk" FOREIGN KEY ("first_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "private_conversations" ADD CONSTRAINT "private_conversations_second_id_users_id_fk" FOREIGN KEY ("second_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "private_conversations" ADD CONSTRAINT "private_conversations_requester_id_users_id_fk" FOREIGN KEY ("requester_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "open_streams" ADD CONSTRAINT "open_streams_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "private_conversations_second" ON "private_conversations" USING btree ("second_id");--> statement-breakpoint
CREATE INDEX "private_conversations_requester" ON "private_conversations" USING btree ("requester_id","requested_at");--> statement-breakpoint
CREATE INDEX "blocks_latest" ON "blocks" USING btree ("blocker_id","created_at","id");--> statement-breakpoint
ALTER TABLE "blocks" ADD CONSTRAINT "blocks_id" UNIQUE("id");