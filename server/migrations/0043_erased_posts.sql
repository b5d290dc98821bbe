-- expand
CREATE TABLE "erased_posts" (
	"id" text COLLATE "C" PRIMARY KEY NOT NULL,
	"erased_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE INDEX "erased_posts_erased_at" ON "erased_posts" USING btree ("erased_at");
