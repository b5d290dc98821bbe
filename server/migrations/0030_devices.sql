ALTER TABLE "sessions" ADD COLUMN "handle" text COLLATE "C";--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "last_used_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "is_kept" boolean;--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "browser" text;--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "system" text;--> statement-breakpoint
UPDATE "sessions" SET "handle" = replace(gen_random_uuid()::text, '-', ''), "last_used_at" = date_trunc('hour', "created_at" AT TIME ZONE 'UTC') AT TIME ZONE 'UTC',
"is_kept" = false, "browser" = 'other', "system" = 'other';--> statement-breakpoint
ALTER TABLE "sessions" ALTER COLUMN "handle" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "sessions" ALTER COLUMN "last_used_at" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "sessions" ALTER COLUMN "is_kept" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "sessions" ALTER COLUMN "browser" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "sessions" ALTER COLUMN "system" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "notifications" ADD COLUMN "stays" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_handle" UNIQUE("handle");
