-- Every way a post comes and goes passes here, also the one that takes an account with all its posts.
CREATE FUNCTION note_post_for_map() RETURNS trigger
LANGUAGE plpgsql
AS $$
BEGIN
  IF TG_OP <> 'INSERT' AND OLD.is_active THEN
    INSERT INTO map_count_changes (q14, posts, latitude_e5, longitude_e5)
    VALUES (OLD.q14, -1, -round(OLD.latitude * 100000), -round(OLD.longitude * 100000));
  END IF;
  IF TG_OP <> 'DELETE' AND NEW.is_active THEN
    INSERT INTO map_count_changes (q14, posts, latitude_e5, longitude_e5)
    VALUES (NEW.q14, 1, round(NEW.latitude * 100000), round(NEW.longitude * 100000));
  END IF;
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER posts_come AFTER INSERT ON posts
FOR EACH ROW WHEN (NEW.is_active) EXECUTE FUNCTION note_post_for_map();
--> statement-breakpoint
CREATE TRIGGER posts_change AFTER UPDATE ON posts
FOR EACH ROW WHEN (
  (OLD.is_active, OLD.q14, OLD.latitude, OLD.longitude) IS DISTINCT FROM (NEW.is_active, NEW.q14, NEW.latitude, NEW.longitude)
) EXECUTE FUNCTION note_post_for_map();
--> statement-breakpoint
CREATE TRIGGER posts_go AFTER DELETE ON posts
FOR EACH ROW WHEN (OLD.is_active) EXECUTE FUNCTION note_post_for_map();
--> statement-breakpoint
INSERT INTO map_count_changes (q14, posts, latitude_e5, longitude_e5)
SELECT q14, 1, round(latitude * 100000), round(longitude * 100000) FROM posts WHERE is_active;
