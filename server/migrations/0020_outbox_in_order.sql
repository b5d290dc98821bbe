DROP INDEX "outbox_topic";--> statement-breakpoint
CREATE INDEX "outbox_topic" ON "outbox" USING btree ("topic","transaction_id","id");