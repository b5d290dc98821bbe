ALTER TABLE "media" ADD COLUMN "fold" text;--> statement-breakpoint
ALTER TABLE "media" ADD COLUMN "folded_until" timestamp (3) with time zone;--> statement-breakpoint
CREATE INDEX "media_folded" ON "media" USING btree ("folded_until") WHERE "media"."fold" = 'folded';