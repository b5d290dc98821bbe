import { resolve } from 'node:path';
import { command, say, sizeText } from './operator.ts';
import { readConfig } from './platform/config.ts';
import { OperatorError } from './platform/operations/manifest.ts';
import { copyMedia } from './platform/operations/media-copy.ts';

/** `media-copy to-s3|to-directory [DIRECTORY]`: between the bucket of the settings and DATA_DIR/media, or another directory. */
command(async ([direction, directory, ...more]) => {
  if ((direction !== 'to-s3' && direction !== 'to-directory') || more.length > 0) {
    throw new OperatorError('Say where to: npm run media:copy -- to-s3|to-directory [DIRECTORY]');
  }
  const config = readConfig();
  const { files, bytes, there } = await copyMedia(config, direction, directory && resolve(directory));
  say(`${files} files were copied, ${sizeText(bytes)}; ${there} were there already.`);
  say('Nothing was taken away. What comes meanwhile is copied by the same command once more.');
});
