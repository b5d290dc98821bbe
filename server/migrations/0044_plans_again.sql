-- expand
CREATE TABLE "plan_copies" (
	"from_id" text COLLATE "C" PRIMARY KEY NOT NULL,
	"to_id" text COLLATE "C" NOT NULL,
	CONSTRAINT "plan_copies_to" UNIQUE("to_id")
);
--> statement-breakpoint
CREATE TABLE "plan_posts" (
	"plan_id" text COLLATE "C" PRIMARY KEY NOT NULL,
	"post_id" text COLLATE "C" NOT NULL
);
--> statement-breakpoint
ALTER TABLE "plan_copies" ADD CONSTRAINT "plan_copies_from_id_plans_id_fk" FOREIGN KEY ("from_id") REFERENCES "public"."plans"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "plan_copies" ADD CONSTRAINT "plan_copies_to_id_plans_id_fk" FOREIGN KEY ("to_id") REFERENCES "public"."plans"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "plan_posts" ADD CONSTRAINT "plan_posts_plan_id_plans_id_fk" FOREIGN KEY ("plan_id") REFERENCES "public"."plans"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "plan_posts" ADD CONSTRAINT "plan_posts_post_id_posts_id_fk" FOREIGN KEY ("post_id") REFERENCES "public"."posts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "plan_posts_post" ON "plan_posts" USING btree ("post_id");
