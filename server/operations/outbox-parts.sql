-- Makes of the outbox a table in partitions, so that what is too old goes as a whole: once, on PostgreSQL, as the owner of
-- the tables. Nodes may go on. `SET dazi.part = 1000000` before it makes partitions of so many events instead of 5,000,000.
-- If it stops in between, begin it anew soon: until then the outbox has an end. docs/scaling.md says who needs it.
SET lock_timeout = '5s';

DO $$ BEGIN
  IF (SELECT relkind FROM pg_class WHERE oid = 'outbox'::regclass) = 'p' THEN
    RAISE EXCEPTION 'The outbox is in partitions already.';
  END IF;
END $$;

-- Where the rows that are there end. To look at all of them before keeps nobody waiting; later nobody would write meanwhile.
ALTER TABLE outbox DROP CONSTRAINT IF EXISTS outbox_first_part;
SELECT set_config('dazi.part', coalesce(nullif(current_setting('dazi.part', true), ''), '5000000'), false);
SELECT set_config('dazi.part_end', ((coalesce(pg_sequence_last_value('outbox_id_seq'), 0)
  / current_setting('dazi.part')::bigint + 2) * current_setting('dazi.part')::bigint)::text, false);
DO $$ BEGIN
  EXECUTE format('ALTER TABLE outbox ADD CONSTRAINT outbox_first_part CHECK (id < %s) NOT VALID', current_setting('dazi.part_end'));
END $$;
ALTER TABLE outbox VALIDATE CONSTRAINT outbox_first_part;

BEGIN;
LOCK TABLE outbox IN ACCESS EXCLUSIVE MODE;
DO $$
DECLARE
  size bigint := current_setting('dazi.part')::bigint;
  first_end bigint := current_setting('dazi.part_end')::bigint;
  next_id bigint := coalesce(pg_sequence_last_value('outbox_id_seq'), 0) + 1;
  owner name := (SELECT pg_get_userbyid(relowner) FROM pg_class WHERE oid = 'outbox'::regclass);
  part text;
BEGIN
  ALTER TABLE outbox RENAME TO outbox_0;
  ALTER TABLE outbox_0 RENAME CONSTRAINT outbox_pkey TO outbox_0_pkey;
  ALTER INDEX outbox_topic RENAME TO outbox_0_topic;
  ALTER INDEX outbox_order RENAME TO outbox_0_order;
  ALTER TABLE outbox_0 ALTER COLUMN id DROP IDENTITY;
  CREATE TABLE outbox (LIKE outbox_0 INCLUDING DEFAULTS) PARTITION BY RANGE (id);
  EXECUTE format(
    'ALTER TABLE outbox ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (SEQUENCE NAME outbox_id_seq START WITH %s)', next_id);
  ALTER TABLE outbox ADD CONSTRAINT outbox_pkey PRIMARY KEY (id);
  CREATE INDEX outbox_topic ON outbox (topic, transaction_id, id);
  CREATE INDEX outbox_order ON outbox (transaction_id, id);
  EXECUTE format('ALTER TABLE outbox ATTACH PARTITION outbox_0 FOR VALUES FROM (MINVALUE) TO (%s)', first_end);
  ALTER TABLE outbox_0 DROP CONSTRAINT outbox_first_part;
  EXECUTE format('CREATE TABLE outbox_%s PARTITION OF outbox FOR VALUES FROM (%1$s) TO (%s)', first_end, first_end + size);
  -- Where nobody has made the next one in time.
  CREATE TABLE outbox_rest PARTITION OF outbox DEFAULT;
  FOR part IN SELECT inhrelid::regclass::text FROM pg_inherits WHERE inhparent = 'outbox'::regclass UNION SELECT 'outbox' LOOP
    EXECUTE format('ALTER TABLE %s OWNER TO %I', part, owner);
  END LOOP;
END $$;
COMMIT;
