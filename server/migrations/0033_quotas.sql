DROP INDEX "rooms_creator";--> statement-breakpoint
DROP INDEX "comments_user";--> statement-breakpoint
ALTER TABLE "transfer_details" ADD COLUMN "to_stranger_at" timestamp (3) with time zone;--> statement-breakpoint
CREATE INDEX "posts_author_removed" ON "posts" USING btree ("user_id","created_at") WHERE NOT is_active;--> statement-breakpoint
CREATE INDEX "transfer_details_strangers" ON "transfer_details" USING btree ("actor_id","to_stranger_at") WHERE to_stranger_at IS NOT NULL;--> statement-breakpoint
CREATE INDEX "rooms_creator" ON "rooms" USING btree ("creator_id","created_at");--> statement-breakpoint
CREATE INDEX "comments_user" ON "comments" USING btree ("user_id","created_at");