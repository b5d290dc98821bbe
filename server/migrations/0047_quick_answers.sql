-- expand
CREATE INDEX CONCURRENTLY "messages_quick" ON "messages" USING btree ("conversation_id","sequence") WHERE type = 'QUICK';
