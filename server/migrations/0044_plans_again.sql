-- expand
CREATE TABLE "plan_copies" (
	"from_id" text COLLATE "C" PRIMARY KEY NOT NULL,
	"to_id" text COLLATE "C" NOT NULL,
	CONSTRAINT "plan_copies_to" UNIQUE("to_id")
);
--> statement-breakpoint
CREATE TABLE "plan_marks" (
	"plan_id" text COLLATE "C" NOT NULL,
	"by_id" text COLLATE "C" NOT NULL,
	"about_id" text COLLATE "C" NOT NULL,
	"came" boolean NOT NULL,
	CONSTRAINT "plan_marks_plan_id_by_id_about_id_pk" PRIMARY KEY("plan_id","by_id","about_id")
);
--> statement-breakpoint
CREATE TABLE "plan_posts" (
	"plan_id" text COLLATE "C" PRIMARY KEY NOT NULL,
	"post_id" text COLLATE "C" NOT NULL
);
--> statement-breakpoint
ALTER TABLE "plan_copies" ADD CONSTRAINT "plan_copies_from_id_plans_id_fk" FOREIGN KEY ("from_id") REFERENCES "public"."plans"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "plan_copies" ADD CONSTRAINT "plan_copies_to_id_plans_id_fk" FOREIGN KEY ("to_id") REFERENCES "public"."plans"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "plan_marks" ADD CONSTRAINT "plan_marks_plan_id_plans_id_fk" FOREIGN KEY ("plan_id") REFERENCES "public"."plans"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "plan_marks" ADD CONSTRAINT "plan_marks_by_id_users_id_fk" FOREIGN KEY ("by_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "plan_marks" ADD CONSTRAINT "plan_marks_about_id_users_id_fk" FOREIGN KEY ("about_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "plan_posts" ADD CONSTRAINT "plan_posts_plan_id_plans_id_fk" FOREIGN KEY ("plan_id") REFERENCES "public"."plans"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "plan_posts" ADD CONSTRAINT "plan_posts_post_id_posts_id_fk" FOREIGN KEY ("post_id") REFERENCES "public"."posts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "plan_marks_by" ON "plan_marks" USING btree ("by_id","plan_id","about_id");--> statement-breakpoint
CREATE INDEX "plan_marks_about" ON "plan_marks" USING btree ("about_id");--> statement-breakpoint
CREATE INDEX "plan_posts_post" ON "plan_posts" USING btree ("post_id");
