-- expand
ALTER TABLE "plans" ADD COLUMN "invite_seed" text;