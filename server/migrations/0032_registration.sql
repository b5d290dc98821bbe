CREATE TABLE "blocked_identities" (
	"id" text COLLATE "C" PRIMARY KEY NOT NULL,
	"digest" text NOT NULL,
	"user_id" text COLLATE "C",
	"created_at" timestamp (3) with time zone NOT NULL,
	"until" timestamp (3) with time zone NOT NULL,
	"rule" integer,
	"decision_number" bigint,
	"lifted_at" timestamp (3) with time zone,
	CONSTRAINT "blocked_identities_digest" UNIQUE("digest")
);
--> statement-breakpoint
CREATE TABLE "invitation_uses" (
	"user_id" text COLLATE "C" PRIMARY KEY NOT NULL,
	"invitation_id" text COLLATE "C",
	"used_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "invitations" (
	"id" text COLLATE "C" PRIMARY KEY NOT NULL,
	"inviter_id" text COLLATE "C" NOT NULL,
	"people" smallint NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"until" timestamp (3) with time zone NOT NULL,
	"closed_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "registration" (
	"id" smallint PRIMARY KEY NOT NULL,
	"mode" text
);
--> statement-breakpoint
ALTER TABLE "blocked_identities" ADD CONSTRAINT "blocked_identities_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invitation_uses" ADD CONSTRAINT "invitation_uses_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invitation_uses" ADD CONSTRAINT "invitation_uses_invitation_id_invitations_id_fk" FOREIGN KEY ("invitation_id") REFERENCES "public"."invitations"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invitations" ADD CONSTRAINT "invitations_inviter_id_users_id_fk" FOREIGN KEY ("inviter_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "blocked_identities_user" ON "blocked_identities" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "blocked_identities_until" ON "blocked_identities" USING btree ("until");--> statement-breakpoint
CREATE INDEX "invitation_uses_invitation" ON "invitation_uses" USING btree ("invitation_id");--> statement-breakpoint
CREATE INDEX "invitations_inviter" ON "invitations" USING btree ("inviter_id","created_at");--> statement-breakpoint
CREATE INDEX "invitations_created" ON "invitations" USING btree ("created_at");--> statement-breakpoint
INSERT INTO registration (id, mode) VALUES (1, NULL);
