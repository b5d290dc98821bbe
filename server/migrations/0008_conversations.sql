CREATE TABLE "conversation_members" (
	"conversation_id" text COLLATE "C" NOT NULL,
	"user_id" text COLLATE "C" NOT NULL,
	"role" text NOT NULL,
	"join_type" text NOT NULL,
	"joined_at" timestamp (3) with time zone NOT NULL,
	"joined_sequence" integer NOT NULL,
	"name_key" text COLLATE "C" NOT NULL,
	"read_sequence" integer NOT NULL,
	"read_counted" integer NOT NULL,
	"hidden_up_to" integer NOT NULL,
	"is_muted" boolean NOT NULL,
	"is_pinned" boolean NOT NULL,
	"is_archived" boolean NOT NULL,
	CONSTRAINT "conversation_members_conversation_id_user_id_pk" PRIMARY KEY("conversation_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "conversations" (
	"id" text COLLATE "C" PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"title" text,
	"description" text,
	"is_active" boolean NOT NULL,
	"member_count" integer NOT NULL,
	"last_sequence" integer NOT NULL,
	"last_counted" integer NOT NULL,
	"last_change" integer NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"last_message_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "message_mentions" (
	"conversation_id" text COLLATE "C" NOT NULL,
	"sequence" integer NOT NULL,
	"user_id" text COLLATE "C" NOT NULL,
	CONSTRAINT "message_mentions_conversation_id_user_id_sequence_pk" PRIMARY KEY("conversation_id","user_id","sequence")
);
--> statement-breakpoint
CREATE TABLE "message_reactions" (
	"conversation_id" text COLLATE "C" NOT NULL,
	"sequence" integer NOT NULL,
	"user_id" text COLLATE "C" NOT NULL,
	"reaction_type" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "message_reactions_conversation_id_sequence_user_id_pk" PRIMARY KEY("conversation_id","sequence","user_id")
);
--> statement-breakpoint
CREATE TABLE "messages" (
	"conversation_id" text COLLATE "C" NOT NULL,
	"sequence" integer NOT NULL,
	"id" text COLLATE "C" NOT NULL,
	"client_id" text COLLATE "C",
	"sender_id" text COLLATE "C",
	"type" text NOT NULL,
	"content" text NOT NULL,
	"event" jsonb,
	"reply_to" integer,
	"media_id" text COLLATE "C",
	"counted" integer NOT NULL,
	"change" integer NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"edited_at" timestamp (3) with time zone,
	"deleted_at" timestamp (3) with time zone,
	CONSTRAINT "messages_conversation_id_sequence_pk" PRIMARY KEY("conversation_id","sequence"),
	CONSTRAINT "messages_id" UNIQUE("id"),
	CONSTRAINT "messages_client" UNIQUE("conversation_id","client_id"),
	CONSTRAINT "messages_medium" UNIQUE("media_id")
);
--> statement-breakpoint
CREATE TABLE "join_requests" (
	"id" text COLLATE "C" PRIMARY KEY NOT NULL,
	"room_id" text COLLATE "C" NOT NULL,
	"user_id" text COLLATE "C" NOT NULL,
	"status" text NOT NULL,
	"message" text NOT NULL,
	"distance_miles" double precision NOT NULL,
	"requested_at" timestamp (3) with time zone NOT NULL,
	"responded_at" timestamp (3) with time zone,
	"responder_id" text COLLATE "C",
	"response_message" text,
	CONSTRAINT "join_requests_person" UNIQUE("room_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "leader_votes" (
	"conversation_id" text COLLATE "C" NOT NULL,
	"voter_id" text COLLATE "C" NOT NULL,
	"candidate_id" text COLLATE "C" NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "leader_votes_conversation_id_voter_id_pk" PRIMARY KEY("conversation_id","voter_id")
);
--> statement-breakpoint
CREATE TABLE "room_bans" (
	"room_id" text COLLATE "C" NOT NULL,
	"user_id" text COLLATE "C" NOT NULL,
	"banned_by" text COLLATE "C",
	"reason" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "room_bans_room_id_user_id_pk" PRIMARY KEY("room_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "room_invites" (
	"room_id" text COLLATE "C" PRIMARY KEY NOT NULL,
	"invite" text COLLATE "C" NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "room_invites_invite" UNIQUE("invite")
);
--> statement-breakpoint
CREATE TABLE "rooms" (
	"id" text COLLATE "C" PRIMARY KEY NOT NULL,
	"conversation_id" text COLLATE "C" NOT NULL,
	"creator_id" text COLLATE "C",
	"latitude" double precision NOT NULL,
	"longitude" double precision NOT NULL,
	"display" text NOT NULL,
	"join_radius_miles" double precision NOT NULL,
	"is_active" boolean NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "rooms_conversation" UNIQUE("conversation_id")
);
--> statement-breakpoint
ALTER TABLE "conversation_members" ADD CONSTRAINT "conversation_members_conversation_id_conversations_id_fk" FOREIGN KEY ("conversation_id") REFERENCES "public"."conversations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "conversation_members" ADD CONSTRAINT "conversation_members_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "message_mentions" ADD CONSTRAINT "message_mentions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "message_mentions" ADD CONSTRAINT "message_mentions_of" FOREIGN KEY ("conversation_id","sequence") REFERENCES "public"."messages"("conversation_id","sequence") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "message_reactions" ADD CONSTRAINT "message_reactions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "message_reactions" ADD CONSTRAINT "message_reactions_of" FOREIGN KEY ("conversation_id","sequence") REFERENCES "public"."messages"("conversation_id","sequence") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "messages" ADD CONSTRAINT "messages_conversation_id_conversations_id_fk" FOREIGN KEY ("conversation_id") REFERENCES "public"."conversations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "messages" ADD CONSTRAINT "messages_sender_id_users_id_fk" FOREIGN KEY ("sender_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "messages" ADD CONSTRAINT "messages_media_id_media_id_fk" FOREIGN KEY ("media_id") REFERENCES "public"."media"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "join_requests" ADD CONSTRAINT "join_requests_room_id_rooms_id_fk" FOREIGN KEY ("room_id") REFERENCES "public"."rooms"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "join_requests" ADD CONSTRAINT "join_requests_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "join_requests" ADD CONSTRAINT "join_requests_responder_id_users_id_fk" FOREIGN KEY ("responder_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "leader_votes" ADD CONSTRAINT "leader_votes_conversation_id_conversations_id_fk" FOREIGN KEY ("conversation_id") REFERENCES "public"."conversations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "leader_votes" ADD CONSTRAINT "leader_votes_voter_id_users_id_fk" FOREIGN KEY ("voter_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "leader_votes" ADD CONSTRAINT "leader_votes_candidate_id_users_id_fk" FOREIGN KEY ("candidate_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "room_bans" ADD CONSTRAINT "room_bans_room_id_rooms_id_fk" FOREIGN KEY ("room_id") REFERENCES "public"."rooms"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "room_bans" ADD CONSTRAINT "room_bans_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "room_bans" ADD CONSTRAINT "room_bans_banned_by_users_id_fk" FOREIGN KEY ("banned_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "room_invites" ADD CONSTRAINT "room_invites_room_id_rooms_id_fk" FOREIGN KEY ("room_id") REFERENCES "public"."rooms"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "rooms" ADD CONSTRAINT "rooms_conversation_id_conversations_id_fk" FOREIGN KEY ("conversation_id") REFERENCES "public"."conversations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "rooms" ADD CONSTRAINT "rooms_creator_id_users_id_fk" FOREIGN KEY ("creator_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "conversation_members_user" ON "conversation_members" USING btree ("user_id","conversation_id");--> statement-breakpoint
CREATE INDEX "conversation_members_name" ON "conversation_members" USING btree ("conversation_id","name_key","user_id");--> statement-breakpoint
CREATE INDEX "conversation_members_joined" ON "conversation_members" USING btree ("conversation_id","joined_sequence","user_id");--> statement-breakpoint
CREATE INDEX "conversation_members_read" ON "conversation_members" USING btree ("conversation_id","read_sequence" DESC NULLS LAST);--> statement-breakpoint
CREATE UNIQUE INDEX "conversation_members_owner" ON "conversation_members" USING btree ("conversation_id") WHERE role = 'OWNER';--> statement-breakpoint
CREATE INDEX "message_mentions_message" ON "message_mentions" USING btree ("conversation_id","sequence");--> statement-breakpoint
CREATE INDEX "message_mentions_user" ON "message_mentions" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "message_reactions_user" ON "message_reactions" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "messages_change" ON "messages" USING btree ("conversation_id","change") WHERE change > 0;--> statement-breakpoint
CREATE INDEX "messages_sender" ON "messages" USING btree ("sender_id","id");--> statement-breakpoint
CREATE INDEX "messages_grams" ON "messages" USING gin (((text_grams(content) || ('in ' || conversation_id)) COLLATE "C")) WITH (fastupdate=false) WHERE type = 'TEXT' AND deleted_at IS NULL;--> statement-breakpoint
CREATE INDEX "join_requests_room" ON "join_requests" USING btree ("room_id","status","requested_at","id");--> statement-breakpoint
CREATE INDEX "join_requests_user" ON "join_requests" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "join_requests_responder" ON "join_requests" USING btree ("responder_id");--> statement-breakpoint
CREATE INDEX "leader_votes_candidate" ON "leader_votes" USING btree ("candidate_id");--> statement-breakpoint
CREATE INDEX "leader_votes_voter" ON "leader_votes" USING btree ("voter_id");--> statement-breakpoint
CREATE INDEX "room_bans_user" ON "room_bans" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "room_bans_banned_by" ON "room_bans" USING btree ("banned_by");--> statement-breakpoint
CREATE INDEX "rooms_creator" ON "rooms" USING btree ("creator_id");--> statement-breakpoint
CREATE INDEX "rooms_place" ON "rooms" USING btree ("is_active","latitude","longitude");