-- expand
CREATE INDEX CONCURRENTLY "outbox_order" ON "outbox" USING btree ("transaction_id","id");
