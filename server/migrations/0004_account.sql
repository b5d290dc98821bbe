CREATE TABLE "left_accounts" (
	"user_id" text COLLATE "C" PRIMARY KEY NOT NULL,
	"left_at" timestamp (3) with time zone NOT NULL,
	"erasing_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "reports" (
	"id" text COLLATE "C" PRIMARY KEY NOT NULL,
	"reporter_id" text COLLATE "C" NOT NULL,
	"target_type" text NOT NULL,
	"target_id" text COLLATE "C" NOT NULL,
	"target_owner_id" text COLLATE "C" NOT NULL,
	"reason" text NOT NULL,
	"details" text,
	"state" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"resolved_at" timestamp (3) with time zone,
	"resolver_id" text COLLATE "C"
);
--> statement-breakpoint
ALTER TABLE "comments" DROP CONSTRAINT "comments_user_id_users_id_fk";
--> statement-breakpoint
ALTER TABLE "comments" ALTER COLUMN "user_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "left_accounts" ADD CONSTRAINT "left_accounts_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reports" ADD CONSTRAINT "reports_reporter_id_users_id_fk" FOREIGN KEY ("reporter_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reports" ADD CONSTRAINT "reports_target_owner_id_users_id_fk" FOREIGN KEY ("target_owner_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reports" ADD CONSTRAINT "reports_resolver_id_users_id_fk" FOREIGN KEY ("resolver_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "left_accounts_left_at" ON "left_accounts" USING btree ("left_at");--> statement-breakpoint
CREATE UNIQUE INDEX "reports_open" ON "reports" USING btree ("reporter_id","target_type","target_id") WHERE state = 'open';--> statement-breakpoint
CREATE INDEX "reports_waiting" ON "reports" USING btree ("target_type","target_id","created_at") WHERE state = 'open';--> statement-breakpoint
CREATE INDEX "reports_target" ON "reports" USING btree ("target_type","target_id","created_at");--> statement-breakpoint
CREATE INDEX "reports_target_owner" ON "reports" USING btree ("target_owner_id");--> statement-breakpoint
CREATE INDEX "reports_reporter" ON "reports" USING btree ("reporter_id","id");--> statement-breakpoint
CREATE INDEX "reports_resolver" ON "reports" USING btree ("resolver_id");--> statement-breakpoint
ALTER TABLE "comments" ADD CONSTRAINT "comments_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;