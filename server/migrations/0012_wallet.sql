CREATE TABLE "ledger_head" (
	"id" smallint PRIMARY KEY NOT NULL,
	"number" bigint NOT NULL,
	"hash" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "transfer_details" (
	"number" bigint PRIMARY KEY NOT NULL,
	"actor_id" text COLLATE "C",
	"memo" text,
	"salt" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "transfers" (
	"number" bigint PRIMARY KEY NOT NULL,
	"id" text COLLATE "C" NOT NULL,
	"kind" text NOT NULL,
	"from_wallet_id" text COLLATE "C" NOT NULL,
	"to_wallet_id" text COLLATE "C" NOT NULL,
	"amount_minor" bigint NOT NULL,
	"key" text COLLATE "C",
	"created_at" timestamp (3) with time zone NOT NULL,
	"commitment" text NOT NULL,
	"hash" text NOT NULL,
	CONSTRAINT "transfers_id" UNIQUE("id"),
	CONSTRAINT "transfers_key" UNIQUE("from_wallet_id","key"),
	CONSTRAINT "transfers_amount" CHECK (amount_minor > 0),
	CONSTRAINT "transfers_two_wallets" CHECK (from_wallet_id <> to_wallet_id)
);
--> statement-breakpoint
CREATE TABLE "wallet_entries" (
	"wallet_id" text COLLATE "C" NOT NULL,
	"number" bigint NOT NULL,
	"amount_minor" bigint NOT NULL,
	"balance_minor" bigint NOT NULL,
	CONSTRAINT "wallet_entries_wallet_id_number_pk" PRIMARY KEY("wallet_id","number")
);
--> statement-breakpoint
CREATE TABLE "wallets" (
	"id" text COLLATE "C" PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"user_id" text COLLATE "C",
	"conversation_id" text COLLATE "C",
	"balance_minor" bigint NOT NULL,
	"last_number" bigint NOT NULL,
	"opened_at" timestamp (3) with time zone NOT NULL,
	"closed_at" timestamp (3) with time zone,
	CONSTRAINT "wallets_user" UNIQUE("user_id"),
	CONSTRAINT "wallets_conversation" UNIQUE("conversation_id"),
	CONSTRAINT "wallets_floor" CHECK (kind = 'treasury' OR balance_minor >= 0)
);
--> statement-breakpoint
ALTER TABLE "transfer_details" ADD CONSTRAINT "transfer_details_number_transfers_number_fk" FOREIGN KEY ("number") REFERENCES "public"."transfers"("number") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "transfer_details" ADD CONSTRAINT "transfer_details_actor_id_users_id_fk" FOREIGN KEY ("actor_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "transfers" ADD CONSTRAINT "transfers_from_wallet_id_wallets_id_fk" FOREIGN KEY ("from_wallet_id") REFERENCES "public"."wallets"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "transfers" ADD CONSTRAINT "transfers_to_wallet_id_wallets_id_fk" FOREIGN KEY ("to_wallet_id") REFERENCES "public"."wallets"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "wallet_entries" ADD CONSTRAINT "wallet_entries_wallet_id_wallets_id_fk" FOREIGN KEY ("wallet_id") REFERENCES "public"."wallets"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "wallet_entries" ADD CONSTRAINT "wallet_entries_number_transfers_number_fk" FOREIGN KEY ("number") REFERENCES "public"."transfers"("number") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "wallets" ADD CONSTRAINT "wallets_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "wallets" ADD CONSTRAINT "wallets_conversation_id_conversations_id_fk" FOREIGN KEY ("conversation_id") REFERENCES "public"."conversations"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "transfer_details_actor" ON "transfer_details" USING btree ("actor_id","number");--> statement-breakpoint
CREATE INDEX "wallet_entries_number" ON "wallet_entries" USING btree ("number");--> statement-breakpoint
CREATE INDEX "conversations_grams" ON "conversations" USING gin ((text_grams(title) COLLATE "C")) WITH (fastupdate=false) WHERE is_active AND kind = 'group';--> statement-breakpoint
CREATE INDEX "users_grams" ON "users" USING gin ((text_grams(name) COLLATE "C")) WITH (fastupdate=false);--> statement-breakpoint
-- Every Dazi comes from the treasury: it stands from the beginning, and all wallets together hold nothing.
INSERT INTO wallets (id, kind, balance_minor, last_number, opened_at) VALUES ('treasury', 'treasury', 0, 0, date_trunc('milliseconds', now()));
--> statement-breakpoint
INSERT INTO ledger_head (id, number, hash) VALUES (1, 0, repeat('0', 64));
--> statement-breakpoint
-- What was written is never changed, whoever asks for it.
CREATE FUNCTION refuse_change() RETURNS trigger
LANGUAGE plpgsql
AS $$
BEGIN
  RAISE EXCEPTION '% is append-only', TG_TABLE_NAME;
END
$$;
--> statement-breakpoint
CREATE TRIGGER transfers_append_only BEFORE UPDATE OR DELETE ON transfers
FOR EACH ROW EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER wallet_entries_append_only BEFORE UPDATE OR DELETE ON wallet_entries
FOR EACH ROW EXECUTE FUNCTION refuse_change();
