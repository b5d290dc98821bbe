CREATE TABLE "moderation_months" (
	"month" text PRIMARY KEY NOT NULL,
	"counted" jsonb NOT NULL
);
--> statement-breakpoint
CREATE INDEX "users_created" ON "users" USING btree ("created_at","id");