-- expand
CREATE OR REPLACE FUNCTION text_grams(content text) RETURNS text[]
LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE COST 10000
AS $$
BEGIN
  -- A connection plans this once; a function in SQL was planned anew by each statement that writes a text, which took longer
  -- than making the grams. It names nothing that is not in every database: whoever restores a dump has no search path.
  RETURN (
    WITH letters AS MATERIALIZED (
      SELECT letter COLLATE "C" AS letter, lead(letter) OVER following COLLATE "C" AS second,
        lead(letter, 2) OVER following COLLATE "C" AS third
      FROM unnest(string_to_array(lower(normalize(content, NFKC)), NULL)) WITH ORDINALITY AS split (letter, position)
      WINDOW following AS (ORDER BY position)
    )
    SELECT coalesce(array_agg(DISTINCT gram), '{}')
    FROM (
      SELECT letter FROM letters
      UNION ALL SELECT letter || second FROM letters WHERE second IS NOT NULL
      UNION ALL SELECT letter || second || third FROM letters
        WHERE third IS NOT NULL AND greatest(letter, second, third) < U&'\2E80'
    ) AS grams (gram)
  );
END;
$$;
