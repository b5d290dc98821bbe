-- expand
CREATE INDEX CONCURRENTLY "users_email" ON "users" USING btree (lower(email)) WHERE email_verified;
