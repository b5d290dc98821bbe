-- expand
DROP INDEX "plans_q14";--> statement-breakpoint
DROP INDEX "plans_q12";--> statement-breakpoint
DROP INDEX "plans_q10";--> statement-breakpoint
DROP INDEX "plans_q8";--> statement-breakpoint
DROP INDEX "plans_soonest";
