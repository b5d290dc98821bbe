ALTER TABLE "messages" ADD COLUMN "is_opened" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "motions" ADD COLUMN "removal" jsonb;--> statement-breakpoint
ALTER TABLE "motions" ADD COLUMN "removed_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "posts" ADD COLUMN "removal" jsonb;--> statement-breakpoint
ALTER TABLE "transfer_details" ADD COLUMN "memo_removed_at" timestamp (3) with time zone;--> statement-breakpoint
CREATE INDEX "posts_of_removal" ON "posts" USING btree ("user_id") WHERE removal IS NOT NULL;