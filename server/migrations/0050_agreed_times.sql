-- expand
ALTER TABLE "plan_spots" ADD COLUMN "agreed" jsonb;