-- expand
CREATE TABLE "retention_progress" (
	"name" text PRIMARY KEY NOT NULL,
	"up_to" text COLLATE "C" NOT NULL
);
--> statement-breakpoint
CREATE TABLE "mail_links" (
	"token_hash" text COLLATE "C" PRIMARY KEY NOT NULL,
	"user_id" text COLLATE "C" NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "mail_settings" (
	"user_id" text COLLATE "C" PRIMARY KEY NOT NULL,
	"digest" boolean NOT NULL,
	"next_digest_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "mails" (
	"id" text COLLATE "C" PRIMARY KEY NOT NULL,
	"user_id" text COLLATE "C" NOT NULL,
	"event_id" bigint,
	"code" text NOT NULL,
	"params" jsonb NOT NULL,
	"attempts" integer NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"due_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "mails_once" UNIQUE("user_id","event_id")
);
--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "language" text;--> statement-breakpoint
ALTER TABLE "mail_links" ADD CONSTRAINT "mail_links_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mail_settings" ADD CONSTRAINT "mail_settings_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mails" ADD CONSTRAINT "mails_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "mail_links_user" ON "mail_links" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "mail_links_created" ON "mail_links" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "mail_settings_next" ON "mail_settings" USING btree ("next_digest_at") WHERE digest;--> statement-breakpoint
CREATE INDEX "mails_due_at" ON "mails" USING btree ("due_at");