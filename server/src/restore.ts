import { resolve } from 'node:path';
import { command, installation, say } from './operator.ts';
import { readConfig } from './platform/config.ts';
import { OperatorError } from './platform/operations/manifest.ts';
import { restore } from './platform/operations/restore.ts';

/** `restore FILE`: brings a backup back into an empty data directory or database. */
command(async ([file, ...more]) => {
  if (!file || more.length > 0) throw new OperatorError('Say what: npm run restore -- FILE');
  const { manifest, media } = await restore(readConfig(), resolve(file), installation);
  const rows = Object.values(manifest.counts).reduce((sum, count) => sum + count, 0);
  say(
    `${rows} rows of ${Object.keys(manifest.counts).length} tables and ${media} media are back, as of ${manifest.createdAt}.`,
  );
  if (manifest.mediaStayIn)
    say(`Media stayed in the bucket ${manifest.mediaStayIn}: name it with S3_BUCKET.`);
  say('Counts and the ends of the chains are those of the backup. Start the server.');
});
