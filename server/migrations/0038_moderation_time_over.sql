-- expand
ALTER TABLE "messages" ADD COLUMN "links_fold" text;--> statement-breakpoint
ALTER TABLE "cases" ADD COLUMN "folded_until" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "cases" ADD COLUMN "is_overdue_told" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "comments" ADD COLUMN "links_fold" text;--> statement-breakpoint
ALTER TABLE "posts" ADD COLUMN "links_fold" text;