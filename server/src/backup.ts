import { resolve } from 'node:path';
import { command, say, sizeText } from './operator.ts';
import { readConfig } from './platform/config.ts';
import { backUp } from './platform/operations/backup.ts';
import { OperatorError } from './platform/operations/manifest.ts';

/** `backup FILE [--without-media]`: database and media in one file, beside a running server or without one. */
command(async (words) => {
  const withMedia = !words.includes('--without-media');
  const [file, ...more] = words.filter((word) => word !== '--without-media');
  if (!file || more.length > 0 || file.startsWith('--')) {
    throw new OperatorError('Say where to: npm run backup -- FILE [--without-media]');
  }
  const { counts, media, database, createdAt } = await backUp(readConfig(), resolve(file), { withMedia });
  const rows = Object.values(counts).reduce((sum, count) => sum + count, 0);
  say(
    `${file}: ${rows} rows of ${Object.keys(counts).length} tables, ${sizeText(database.bytes)}, as of ${createdAt}.`,
  );
  say(media ? `${media.files} media, ${sizeText(media.bytes)}.` : 'Media were left out.');
  say(
    'The position secret is not in it. Keep secrets/position-secret, or POSITION_SECRET, in another place.',
  );
});
