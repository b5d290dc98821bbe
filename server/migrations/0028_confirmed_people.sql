ALTER TABLE "users" ADD COLUMN "confirmed_at" timestamp (3) with time zone;--> statement-breakpoint
UPDATE "users" u SET "confirmed_at" = p."updated_at" FROM "profiles" p
WHERE p."user_id" = u."id" AND (p."age" <> 18 OR p."gender" <> 'F');
