ALTER TABLE "transfer_details" DROP CONSTRAINT "transfer_details_number_transfers_number_fk";
--> statement-breakpoint
ALTER TABLE "wallet_entries" DROP CONSTRAINT "wallet_entries_wallet_id_wallets_id_fk";
--> statement-breakpoint
ALTER TABLE "wallet_entries" DROP CONSTRAINT "wallet_entries_number_transfers_number_fk";
