-- What the board does had the topic of a cell behind the last one; it has one of its own now.
UPDATE "outbox" SET "topic" = 'board:any' WHERE "topic" = 'area:16777216';
