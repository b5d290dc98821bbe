-- expand
CREATE INDEX CONCURRENTLY "plans_in_q14" ON "plans" USING btree ("q14","starts_at","id","activity") WHERE called_off_at IS NULL AND listed;--> statement-breakpoint
CREATE INDEX CONCURRENTLY "plans_in_q12" ON "plans" USING btree ("q12","starts_at","id","activity") WHERE called_off_at IS NULL AND listed;--> statement-breakpoint
CREATE INDEX CONCURRENTLY "plans_in_q10" ON "plans" USING btree ("q10","starts_at","id","activity") WHERE called_off_at IS NULL AND listed;--> statement-breakpoint
CREATE INDEX CONCURRENTLY "plans_in_q8" ON "plans" USING btree ("q8","starts_at","id","activity") WHERE called_off_at IS NULL AND listed;--> statement-breakpoint
CREATE INDEX CONCURRENTLY "plans_ahead" ON "plans" USING btree ("starts_at","id","activity") WHERE called_off_at IS NULL AND listed;
