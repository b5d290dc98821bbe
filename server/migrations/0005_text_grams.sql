-- How texts and keywords are compared: compatibility forms folded, lower case.
CREATE FUNCTION folded_text(content text) RETURNS text
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN lower(normalize(content, NFKC));
--> statement-breakpoint
-- Every letter and every pair of neighbours of a text, and every three of scripts whose pairs are few: those
-- below the first Han radical. Costly, so that the planner never computes it for a whole table where there is
-- an index.
CREATE FUNCTION text_grams(content text) RETURNS text[]
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE COST 10000
BEGIN ATOMIC
  WITH letters AS MATERIALIZED (
    SELECT letter COLLATE "C" AS letter, lead(letter) OVER following COLLATE "C" AS second,
      lead(letter, 2) OVER following COLLATE "C" AS third
    FROM unnest(string_to_array(folded_text(content), NULL)) WITH ORDINALITY AS split (letter, position)
    WINDOW following AS (ORDER BY position)
  )
  SELECT coalesce(array_agg(DISTINCT gram), '{}')
  FROM (
    SELECT letter FROM letters
    UNION ALL SELECT letter || second FROM letters WHERE second IS NOT NULL
    UNION ALL SELECT letter || second || third FROM letters
      WHERE third IS NOT NULL AND greatest(letter, second, third) < U&'\2E80'
  ) AS grams (gram);
END;
