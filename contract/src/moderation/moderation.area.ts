import { defineArea } from '../kernel/area.ts';
import * as admission from './admission.ts';
import * as decisions from './decisions.ts';
import * as moderatedPeople from './moderated-people.ts';
import * as moderation from './moderation.ts';
import * as counts from './moderation-counts.ts';
import { moderationChangedEvent, standingChangedEvent } from './moderation-events.ts';
import { moderationNotices } from './moderation-notices.ts';

export const moderationArea = defineArea('moderation', {
  errors: {
    ...moderation.moderationErrors,
    ...decisions.decisionErrors,
    ...moderatedPeople.moderatedPeopleErrors,
    ...admission.admissionErrors,
  },
  calls: [moderation, decisions, moderatedPeople, counts, admission],
  events: { person: [standingChangedEvent, moderationChangedEvent] },
  notices: moderationNotices,
});
