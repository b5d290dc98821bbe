import type { AnyAppKind } from './app-kind.rules.ts';
import { compatibilityQuiz } from './apps/compatibility-quiz/compatibility-quiz.service.ts';
import { iceBreakerApp } from './apps/ice-breaker/ice-breaker.rules.ts';
import { meetingPointApp } from './apps/meeting-point/meeting-point.service.ts';
import { pollApp } from './apps/poll/poll.rules.ts';

/** Every app there is: a folder in `apps` and a line here. The contract lists what the picker shows. */
const kinds: readonly AnyAppKind[] = [compatibilityQuiz, pollApp, meetingPointApp, iceBreakerApp];

const byType = new Map(kinds.map((kind) => [kind.definition.type, kind]));

export const appKind = (type: string): AnyAppKind | undefined => byType.get(type);
