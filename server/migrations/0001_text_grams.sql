-- How texts and keywords are compared: compatibility forms folded, lower case.
CREATE FUNCTION folded_text(content text) RETURNS text
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN lower(normalize(content, NFKC));
--> statement-breakpoint
-- Every letter and every pair of neighbours of a text. Costly, so that the planner never computes it for a
-- whole table where there is an index.
CREATE FUNCTION text_grams(content text) RETURNS text[]
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE COST 10000
BEGIN ATOMIC
  WITH letters AS MATERIALIZED (
    SELECT letter, lead(letter) OVER (ORDER BY position) AS next
    FROM unnest(string_to_array(folded_text(content), NULL)) WITH ORDINALITY AS split (letter, position)
  )
  SELECT coalesce(array_agg(DISTINCT gram COLLATE "C"), '{}')
  FROM (SELECT letter FROM letters UNION ALL SELECT letter || next FROM letters WHERE next IS NOT NULL) AS grams (gram);
END;
