-- expand
ALTER TABLE "plans" ADD COLUMN "taken_away" jsonb;
