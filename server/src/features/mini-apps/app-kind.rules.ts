import type { MiniAppDefinition, ResultText } from '@dazi/contract/mini-apps/mini-app-kit';
import type * as z from 'zod/mini';
import type { Deps } from '#platform/deps.ts';
import type { Actor } from '#platform/http/viewer.ts';

export interface AppFacts<Config extends object, Material extends object> {
  config: Config;
  material: Material;
  title: string;
  isCompleted: boolean;
  participantCount: number;
}

export interface Participant<Answer> {
  id: string;
  name: string;
  answers: Answer[];
  contribution: object | null;
}

/** What members see of each other: answers and who took part, only who took part, or nothing. */
export type Sees = 'answers' | 'people' | 'nothing';

export interface Outcome {
  results: object;
  text: ResultText;
  generatedText: string;
}

/** An app as the server knows it. Its folder holds one, and the registry lists it. */
export interface AppKind<Config extends object, Material extends object, Answer> {
  definition: MiniAppDefinition<Config>;
  config: z.ZodMiniType<Config>;
  /** Whether somebody may say something else later, until it is closed. */
  mayChange: boolean;
  /** Whether answers are words of one's own, which whoever may not write in the room does not say. */
  takesWords: boolean;
  /** Whether its first result closes it; else who is late refreshes the result. */
  closesWithResult: boolean;
  /** Whether it completes by itself once all members took part. */
  awaitsAll(config: Config): boolean;
  material(deps: Deps, config: Config): Promise<Material>;
  /** Answers as they are stored; null when they do not fit. */
  accept(app: AppFacts<Config, Material>, answers: readonly unknown[]): Answer[] | null;
  /** What is taken of somebody besides their answers, and until when. */
  contribution?(deps: Deps, actor: Actor): Promise<{ contribution: object; until: Date }>;
  sees(app: AppFacts<Config, Material>, hasParticipated: boolean): Sees;
  /** `allAnswers` are there when `countsAnswers`. */
  details(
    app: AppFacts<Config, Material>,
    viewer: { hasParticipated: boolean; contributionUntil: Date | null },
    allAnswers: readonly Answer[][],
  ): object;
  /** Whether `details` needs what everybody answered. */
  countsAnswers: boolean;
  isDue(app: AppFacts<Config, Material>, everybodyTookPart: boolean): boolean;
  /** Null when there is none yet, with too few. */
  outcome(
    deps: Deps,
    app: AppFacts<Config, Material>,
    participants: readonly Participant<Answer>[],
  ): Promise<Outcome | null>;
}

/** What an app says of itself is checked where it is made; whoever handles all of them does not look inside. */
// biome-ignore lint/suspicious/noExplicitAny: config, material and answers of every app there is
export type AnyAppKind = AppKind<any, any, any>;
