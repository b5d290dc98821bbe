import { defineArea } from '../kernel/area.ts';
import * as media from './media.ts';
import * as uploads from './uploads.ts';

export const mediaArea = defineArea('media', {
  errors: { ...media.mediaErrors, ...uploads.uploadsErrors },
  calls: [media, uploads],
});
