CREATE TABLE "map_count_changes" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "map_count_changes_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"q14" integer NOT NULL,
	"posts" smallint NOT NULL,
	"latitude_e5" integer NOT NULL,
	"longitude_e5" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "map_counts" (
	"level" smallint NOT NULL,
	"cell" integer NOT NULL,
	"posts" integer NOT NULL,
	"latitude_e5" bigint NOT NULL,
	"longitude_e5" bigint NOT NULL,
	CONSTRAINT "map_counts_level_cell_pk" PRIMARY KEY("level","cell")
);
--> statement-breakpoint
CREATE INDEX "map_counts_empty" ON "map_counts" USING btree ("level") WHERE posts = 0;--> statement-breakpoint
CREATE INDEX "posts_grams" ON "posts" USING gin ((text_grams(content) COLLATE "C")) WITH (fastupdate=false) WHERE is_active;