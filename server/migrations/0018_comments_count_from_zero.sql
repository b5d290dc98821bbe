-- A comment on a post was level 1 of its own replies, which left them one level less than they have.
UPDATE "comments" SET "depth" = "depth" - 1;
