CREATE TABLE "shown_places" (
	"user_id" text COLLATE "C" NOT NULL,
	"ordinal" integer NOT NULL,
	"latitude" double precision NOT NULL,
	"longitude" double precision NOT NULL,
	CONSTRAINT "shown_places_user_id_ordinal_pk" PRIMARY KEY("user_id","ordinal"),
	CONSTRAINT "shown_places_position" UNIQUE("user_id","latitude","longitude")
);
--> statement-breakpoint
ALTER TABLE "shown_places" ADD CONSTRAINT "shown_places_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
INSERT INTO "shown_places" ("user_id", "ordinal", "latitude", "longitude")
SELECT "user_id", row_number() OVER (PARTITION BY "user_id" ORDER BY min("created_at"), min("id")), "latitude", "longitude"
FROM "posts" WHERE "display" = 'approximate' GROUP BY "user_id", "latitude", "longitude";
