import type { Job } from '#platform/jobs.ts';
import {
  eraseEnded,
  forgetEndedMutes,
  forgetFormerMembers,
  sweepUnattached,
} from './conversations.service.ts';
import { forgetOldMessages } from './message-retention.service.ts';

export const conversationsJobs: readonly Job[] = [
  { name: 'sweep uploads that no message shows', every_ms: 60 * 60 * 1000, once: true, run: sweepUnattached },
  { name: 'forget mutes that are over', every_ms: 60 * 60 * 1000, once: true, run: forgetEndedMutes },
  { name: 'erase ended conversations', every_ms: 60 * 60 * 1000, once: true, run: eraseEnded },
  { name: 'forget old messages', every_ms: 60 * 1000, once: true, run: forgetOldMessages },
  { name: 'forget former members', every_ms: 6 * 60 * 60 * 1000, once: true, run: forgetFormerMembers },
];
