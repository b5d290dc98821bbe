-- Spreads what grows with what is said over the workers of a Citus cluster: once, on the coordinator, as the owner of a
-- database with the tables of this version, while no node runs. All or nothing. docs/scaling.md says what comes before it.
BEGIN;
SET LOCAL citus.multi_shard_modify_mode = 'sequential';
SET LOCAL client_min_messages = warning;

-- What is unique over all shards: ids and media are so by how they are made.
ALTER TABLE mini_apps DROP CONSTRAINT mini_apps_of_message;
ALTER TABLE message_mentions DROP CONSTRAINT message_mentions_of;
ALTER TABLE message_reactions DROP CONSTRAINT message_reactions_of;
ALTER TABLE pinned_messages DROP CONSTRAINT pinned_messages_of;
ALTER TABLE messages
  DROP CONSTRAINT messages_id, ADD CONSTRAINT messages_id UNIQUE (conversation_id, id),
  DROP CONSTRAINT messages_medium, ADD CONSTRAINT messages_medium UNIQUE (conversation_id, media_id);
-- What is looked for without its conversation.
CREATE INDEX messages_by_id ON messages (id);
CREATE INDEX messages_by_medium ON messages (media_id);

-- Keys from what stays to what leaves: a function does what they did, and is called where a conversation is deleted.
ALTER TABLE rooms DROP CONSTRAINT rooms_conversation_id_conversations_id_fk;
ALTER TABLE wallets DROP CONSTRAINT wallets_conversation_id_conversations_id_fk;
ALTER TABLE plans DROP CONSTRAINT plans_conversation_id_conversations_id_fk;
ALTER TABLE mini_apps DROP CONSTRAINT mini_apps_conversation_id_conversations_id_fk;
ALTER TABLE private_conversations DROP CONSTRAINT private_conversations_conversation_id_conversations_id_fk;
ALTER TABLE notifications DROP CONSTRAINT notifications_conversation_id_conversations_id_fk;

-- Those inside the group are made again below.
ALTER TABLE conversation_members DROP CONSTRAINT conversation_members_conversation_id_conversations_id_fk;
ALTER TABLE conversation_mutes DROP CONSTRAINT conversation_mutes_conversation_id_conversations_id_fk;
ALTER TABLE former_members DROP CONSTRAINT former_members_conversation_id_conversations_id_fk;
ALTER TABLE leader_votes DROP CONSTRAINT leader_votes_conversation_id_conversations_id_fk;
ALTER TABLE messages DROP CONSTRAINT messages_conversation_id_conversations_id_fk;

CREATE FUNCTION forget_conversation(gone text) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM rooms WHERE conversation_id = gone;
  DELETE FROM mini_apps WHERE conversation_id = gone;
  DELETE FROM private_conversations WHERE conversation_id = gone;
  DELETE FROM notifications WHERE conversation_id = gone;
  UPDATE wallets SET conversation_id = NULL WHERE conversation_id = gone;
  UPDATE plans SET conversation_id = NULL WHERE conversation_id = gone;
END $$;

-- No table with a trigger is on several servers: a function does what it did, and is called where a name changes.
DROP TRIGGER users_rename ON users;
CREATE FUNCTION follow_name(person text, key text) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  UPDATE conversation_members SET name_key = key WHERE user_id = person;
END $$;

-- Small, on every node.
SELECT create_reference_table('users');
SELECT create_reference_table('left_accounts');
SELECT create_reference_table('standings');
SELECT create_reference_table('blocks');
SELECT create_reference_table('profiles');
SELECT create_reference_table('media');
SELECT create_reference_table('rooms');
SELECT create_reference_table('room_bans');
SELECT create_reference_table('join_requests');
SELECT create_reference_table('private_conversations');
SELECT create_reference_table('mini_apps');
SELECT create_reference_table('mini_app_participations');

-- By conversation, on the workers.
SELECT create_distributed_table('conversations', 'id',
  shard_count := coalesce(nullif(current_setting('dazi.shards', true), ''), '32')::int);
SELECT create_distributed_table('conversation_members', 'conversation_id', colocate_with := 'conversations');
SELECT create_distributed_table('conversation_mutes', 'conversation_id', colocate_with := 'conversations');
SELECT create_distributed_table('former_members', 'conversation_id', colocate_with := 'conversations');
SELECT create_distributed_table('leader_votes', 'conversation_id', colocate_with := 'conversations');
SELECT create_distributed_table('messages', 'conversation_id', colocate_with := 'conversations');
SELECT create_distributed_table('message_mentions', 'conversation_id', colocate_with := 'conversations');
SELECT create_distributed_table('message_reactions', 'conversation_id', colocate_with := 'conversations');
SELECT create_distributed_table('pinned_messages', 'conversation_id', colocate_with := 'conversations');

ALTER TABLE conversation_members ADD CONSTRAINT conversation_members_conversation_id_conversations_id_fk
  FOREIGN KEY (conversation_id) REFERENCES conversations(id) ON DELETE CASCADE;
ALTER TABLE conversation_mutes ADD CONSTRAINT conversation_mutes_conversation_id_conversations_id_fk
  FOREIGN KEY (conversation_id) REFERENCES conversations(id) ON DELETE CASCADE;
ALTER TABLE former_members ADD CONSTRAINT former_members_conversation_id_conversations_id_fk
  FOREIGN KEY (conversation_id) REFERENCES conversations(id) ON DELETE CASCADE;
ALTER TABLE leader_votes ADD CONSTRAINT leader_votes_conversation_id_conversations_id_fk
  FOREIGN KEY (conversation_id) REFERENCES conversations(id) ON DELETE CASCADE;
ALTER TABLE messages ADD CONSTRAINT messages_conversation_id_conversations_id_fk
  FOREIGN KEY (conversation_id) REFERENCES conversations(id) ON DELETE CASCADE;
ALTER TABLE message_mentions ADD CONSTRAINT message_mentions_of
  FOREIGN KEY (conversation_id, sequence) REFERENCES messages(conversation_id, sequence) ON DELETE CASCADE;
ALTER TABLE message_reactions ADD CONSTRAINT message_reactions_of
  FOREIGN KEY (conversation_id, sequence) REFERENCES messages(conversation_id, sequence) ON DELETE CASCADE;
ALTER TABLE pinned_messages ADD CONSTRAINT pinned_messages_of
  FOREIGN KEY (conversation_id, sequence) REFERENCES messages(conversation_id, sequence) ON DELETE CASCADE;
COMMIT;
