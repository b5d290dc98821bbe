-- Members are listed and found by name: the key by which they are follows the name, however it is changed.
CREATE FUNCTION follow_member_name() RETURNS trigger
LANGUAGE plpgsql
AS $$
BEGIN
  UPDATE conversation_members SET name_key = folded_text(NEW.name) WHERE user_id = NEW.id;
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER users_rename AFTER UPDATE OF name ON users
FOR EACH ROW WHEN (OLD.name IS DISTINCT FROM NEW.name) EXECUTE FUNCTION follow_member_name();
