-- expand
DROP INDEX CONCURRENTLY IF EXISTS "plans_q14";--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "plans_q12";--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "plans_q10";--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "plans_q8";--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "plans_soonest";
