-- A group is as large as those of its members whose account stands; deleted accounts were counted until they were erased.
UPDATE "conversations" c SET "member_count" = (
  SELECT count(*) FROM "conversation_members" m WHERE m."conversation_id" = c."id"
    AND NOT EXISTS (SELECT 1 FROM "left_accounts" l WHERE l."user_id" = m."user_id"))
WHERE c."kind" = 'group' AND c."id" IN (
  SELECT m."conversation_id" FROM "conversation_members" m JOIN "left_accounts" l ON l."user_id" = m."user_id");
