CREATE TABLE "ballot_details" (
	"number" bigint PRIMARY KEY NOT NULL,
	"motion_id" text COLLATE "C" NOT NULL,
	"voter_id" text COLLATE "C" NOT NULL,
	"salt" text NOT NULL,
	CONSTRAINT "ballot_details_once" UNIQUE("motion_id","voter_id")
);
--> statement-breakpoint
CREATE TABLE "ballots" (
	"number" bigint PRIMARY KEY NOT NULL,
	"id" text COLLATE "C" NOT NULL,
	"motion_id" text COLLATE "C" NOT NULL,
	"motion_digest" text NOT NULL,
	"vote" text NOT NULL,
	"voted_at" timestamp (3) with time zone NOT NULL,
	"commitment" text NOT NULL,
	"hash" text NOT NULL,
	CONSTRAINT "ballots_id" UNIQUE("id")
);
--> statement-breakpoint
CREATE TABLE "board_candidates" (
	"user_id" text COLLATE "C" PRIMARY KEY NOT NULL,
	"vote_count" integer NOT NULL,
	"reached_number" bigint NOT NULL,
	"told_at" timestamp (3) with time zone,
	CONSTRAINT "board_candidates_count" CHECK (vote_count >= 0)
);
--> statement-breakpoint
CREATE TABLE "board_vote_details" (
	"number" bigint PRIMARY KEY NOT NULL,
	"voter_id" text COLLATE "C" NOT NULL,
	"candidate_id" text COLLATE "C" NOT NULL,
	"salt" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "board_vote_log" (
	"number" bigint PRIMARY KEY NOT NULL,
	"id" text COLLATE "C" NOT NULL,
	"action" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"commitment" text NOT NULL,
	"hash" text NOT NULL,
	CONSTRAINT "board_vote_log_id" UNIQUE("id")
);
--> statement-breakpoint
CREATE TABLE "board_votes" (
	"voter_id" text COLLATE "C" NOT NULL,
	"candidate_id" text COLLATE "C" NOT NULL,
	"number" bigint NOT NULL,
	"is_withdrawn" boolean NOT NULL,
	CONSTRAINT "board_votes_voter_id_candidate_id_pk" PRIMARY KEY("voter_id","candidate_id"),
	CONSTRAINT "board_votes_number" UNIQUE("number"),
	CONSTRAINT "board_votes_two_people" CHECK (voter_id <> candidate_id)
);
--> statement-breakpoint
CREATE TABLE "governance_heads" (
	"chain" text PRIMARY KEY NOT NULL,
	"number" bigint NOT NULL,
	"hash" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "motions" (
	"id" text COLLATE "C" PRIMARY KEY NOT NULL,
	"title" text NOT NULL,
	"content" text NOT NULL,
	"created_by" text COLLATE "C",
	"status" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "resolutions" (
	"number" bigint PRIMARY KEY NOT NULL,
	"motion_id" text COLLATE "C" NOT NULL,
	"motion_digest" text NOT NULL,
	"ballot_numbers" jsonb NOT NULL,
	"passed_at" timestamp (3) with time zone NOT NULL,
	"hash" text NOT NULL,
	CONSTRAINT "resolutions_motion" UNIQUE("motion_id")
);
--> statement-breakpoint
ALTER TABLE "ballot_details" ADD CONSTRAINT "ballot_details_number_ballots_number_fk" FOREIGN KEY ("number") REFERENCES "public"."ballots"("number") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ballot_details" ADD CONSTRAINT "ballot_details_motion_id_motions_id_fk" FOREIGN KEY ("motion_id") REFERENCES "public"."motions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ballot_details" ADD CONSTRAINT "ballot_details_voter_id_users_id_fk" FOREIGN KEY ("voter_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ballots" ADD CONSTRAINT "ballots_motion_id_motions_id_fk" FOREIGN KEY ("motion_id") REFERENCES "public"."motions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "board_candidates" ADD CONSTRAINT "board_candidates_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "board_vote_details" ADD CONSTRAINT "board_vote_details_number_board_vote_log_number_fk" FOREIGN KEY ("number") REFERENCES "public"."board_vote_log"("number") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "board_votes" ADD CONSTRAINT "board_votes_voter_id_users_id_fk" FOREIGN KEY ("voter_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "board_votes" ADD CONSTRAINT "board_votes_candidate_id_users_id_fk" FOREIGN KEY ("candidate_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "board_votes" ADD CONSTRAINT "board_votes_number_board_vote_log_number_fk" FOREIGN KEY ("number") REFERENCES "public"."board_vote_log"("number") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "motions" ADD CONSTRAINT "motions_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "resolutions" ADD CONSTRAINT "resolutions_motion_id_motions_id_fk" FOREIGN KEY ("motion_id") REFERENCES "public"."motions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "ballot_details_voter" ON "ballot_details" USING btree ("voter_id","number");--> statement-breakpoint
CREATE INDEX "ballots_motion" ON "ballots" USING btree ("motion_id","number");--> statement-breakpoint
CREATE INDEX "board_candidates_rank" ON "board_candidates" USING btree ("vote_count" desc,"reached_number") WHERE vote_count > 0;--> statement-breakpoint
CREATE INDEX "board_vote_details_voter" ON "board_vote_details" USING btree ("voter_id","number");--> statement-breakpoint
CREATE INDEX "board_vote_details_candidate" ON "board_vote_details" USING btree ("candidate_id","number");--> statement-breakpoint
CREATE INDEX "board_votes_candidate" ON "board_votes" USING btree ("candidate_id","voter_id");--> statement-breakpoint
CREATE INDEX "motions_list" ON "motions" USING btree ((status = 'PENDING') DESC,"created_at" desc,"id" desc);--> statement-breakpoint
CREATE INDEX "motions_creator" ON "motions" USING btree ("created_by","id");--> statement-breakpoint
INSERT INTO governance_heads (chain, number, hash) SELECT chain, 0, repeat('0', 64) FROM unnest(ARRAY['ballots', 'board-votes', 'resolutions']) AS chain;
--> statement-breakpoint
CREATE TRIGGER board_vote_log_append_only BEFORE UPDATE OR DELETE ON board_vote_log
FOR EACH ROW EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER ballots_append_only BEFORE UPDATE OR DELETE ON ballots
FOR EACH ROW EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER resolutions_append_only BEFORE UPDATE OR DELETE ON resolutions
FOR EACH ROW EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
-- What was voted on is never worded anew; whose motion it was may be forgotten.
CREATE TRIGGER motions_append_only BEFORE UPDATE OF title, content, created_at OR DELETE ON motions
FOR EACH ROW EXECUTE FUNCTION refuse_change();
