import { resolve } from 'node:path';
import { command, say, sizeText } from './operator.ts';
import { readConfig } from './platform/config.ts';
import { backUp } from './platform/operations/backup.ts';
import { OperatorError } from './platform/operations/manifest.ts';

/** `backup FILE [--with-media | --without-media]`: database and media in one file, beside a running server or without one. */
command(async (words) => {
  const flags = words.filter((word) => word.startsWith('--'));
  const [file, ...more] = words.filter((word) => !word.startsWith('--'));
  const [flag] = flags;
  const isKnown = flag === undefined || flag === '--with-media' || flag === '--without-media';
  if (!file || more.length > 0 || flags.length > 1 || !isKnown) {
    throw new OperatorError('Say where to: npm run backup -- FILE [--with-media | --without-media]');
  }
  const withMedia = flag === undefined ? undefined : flag === '--with-media';
  const { counts, media, mediaStayIn, database, createdAt } = await backUp(readConfig(), resolve(file), {
    withMedia,
  });
  const rows = Object.values(counts).reduce((sum, count) => sum + count, 0);
  say(
    `${file}: ${rows} rows of ${Object.keys(counts).length} tables, ${sizeText(database.bytes)}, as of ${createdAt}.`,
  );
  if (media) say(`${media.files} media, ${sizeText(media.bytes)}.`);
  else if (mediaStayIn) say(`Media stay in the bucket ${mediaStayIn}; --with-media takes them along.`);
  else say('Media were left out.');
  say(
    'The position secret is not in it. Keep secrets/position-secret, or POSITION_SECRET, in another place.',
  );
});
