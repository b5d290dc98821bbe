import { defineArea } from '../kernel/area.ts';
import * as moderation from './moderation.ts';

export const moderationArea = defineArea('moderation', {
  errors: moderation.moderationErrors,
  calls: [moderation],
});
