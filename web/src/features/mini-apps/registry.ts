import type { MiniAppKind } from './app-kind.ts';
import { compatibilityQuizApp } from './apps/compatibility-quiz/CompatibilityQuizApp.tsx';
import { iceBreakerApp } from './apps/ice-breaker/IceBreakerApp.tsx';
import { meetingPointApp } from './apps/meeting-point/MeetingPointApp.tsx';
import { pollApp } from './apps/poll/PollApp.tsx';

/** Every mini app the web can show, in the order of the picker. */
export const miniAppKinds: readonly MiniAppKind[] = [
  compatibilityQuizApp,
  pollApp,
  meetingPointApp,
  iceBreakerApp,
];

export const miniAppKind = (type: string): MiniAppKind | undefined =>
  miniAppKinds.find(({ definition }) => definition.type === type);
