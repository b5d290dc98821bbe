CREATE TABLE "found_addresses" (
	"user_id" text COLLATE "C" NOT NULL,
	"found_id" text COLLATE "C" NOT NULL,
	"found_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "found_addresses_user_id_found_id_pk" PRIMARY KEY("user_id","found_id")
);
--> statement-breakpoint
ALTER TABLE "found_addresses" ADD CONSTRAINT "found_addresses_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "found_addresses" ADD CONSTRAINT "found_addresses_found_id_users_id_fk" FOREIGN KEY ("found_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "found_addresses_found" ON "found_addresses" USING btree ("found_id");--> statement-breakpoint
CREATE INDEX "found_addresses_at" ON "found_addresses" USING btree ("found_at");