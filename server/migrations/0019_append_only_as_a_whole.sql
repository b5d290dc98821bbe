-- Emptying a table at once fires no trigger of rows.
CREATE TRIGGER transfers_never_emptied BEFORE TRUNCATE ON transfers
FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER wallet_entries_never_emptied BEFORE TRUNCATE ON wallet_entries
FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER board_vote_log_never_emptied BEFORE TRUNCATE ON board_vote_log
FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER ballots_never_emptied BEFORE TRUNCATE ON ballots
FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER resolutions_never_emptied BEFORE TRUNCATE ON resolutions
FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER motions_never_emptied BEFORE TRUNCATE ON motions
FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
