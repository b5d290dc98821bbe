import * as z from 'zod/mini';
import { messageSchema } from '../chat/conversations.ts';
import { endpoint } from '../kernel/endpoint.ts';
import { defineErrors } from '../kernel/errors.ts';
import { clientIdSchema, idSchema, instantSchema, wordsUpTo } from '../kernel/fields.ts';
import { iceBreaker } from './ice-breaker.rules.ts';
import { meetingPoint } from './meeting-point.rules.ts';
import { miniAppLimits } from './mini-app-kit.rules.ts';
import { type MiniAppDefinition, miniAppParticipationSchema, miniAppResultSchema } from './mini-app-kit.ts';
import { poll } from './poll.rules.ts';
import { quiz } from './quiz.rules.ts';
import { quizLimits } from './quiz-limits.rules.ts';

/**
 * A new app is a module as `poll.ts`, a line here, a folder `mini-apps/apps/<type>`, and a line in the registry on
 * either side. Whoever shows an instance asks for it again when `change` of its message is another than the one they
 * asked at. A result comes as `new_message` with `message` null, since not everybody sees everybody in it.
 */
export const miniAppDefinitions: readonly MiniAppDefinition[] = [quiz, poll, meetingPoint, iceBreaker];

/** The content of a message of type MINI_APP, as JSON. Its sender is who added the app; taking it back takes the instance. */
export const miniAppMessageSchema = z.object({
  miniAppId: idSchema,
  appType: z.string(),
  title: z.string(),
  isCompleted: z.boolean(),
  /** There where its config, state or answers hold a link: in a request that was not accepted it is closed then. */
  hasLinks: z.optional(z.literal(true)),
});
export type MiniAppMessage = z.output<typeof miniAppMessageSchema>;

/** Who the messages of type MINI_APP_RESULT come from, also in the log: no person has this id. */
export const resultSender = { id: 'system', name: 'System' } as const;

const json = z.record(z.string(), z.unknown());

export const miniAppSchema = z.object({
  id: idSchema,
  appType: z.string(),
  title: z.string(),
  conversationId: idSchema,
  /** The number of its message in the log, and the `change` of that message which this answer goes with. */
  sequence: z.int(),
  change: z.int(),
  /** Null when their account is gone. */
  createdBy: z.nullable(idSchema),
  config: json,
  /** What members keep together, `{}` at first; see `changeMiniAppState`. */
  state: json,
  stateVersion: z.int(),
  /** True from its first result on, and once its creator has completed it. */
  isCompleted: z.boolean(),
  /** Whether it still takes participations: of a quiz also after its first result. */
  isActive: z.boolean(),
  /** All who took part, also those whom the reader does not see. */
  participantCount: z.int(),
  maxParticipants: z.int(),
  /** The members, and those who took part and have left since. */
  askedCount: z.int(),
  /** The own one first, then the first of the others, `miniAppLimits.faces` at most; `listParticipations` has all. */
  participations: z.array(miniAppParticipationSchema),
  hasParticipated: z.boolean(),
  /** What the app says of it, as far as the reader may see: `quizDetailsSchema`, `pollDetailsSchema`, ... */
  details: json,
  /** The newest, as in its message. */
  result: z.nullable(miniAppResultSchema),
  can: z.object({
    participate: z.boolean(),
    complete: z.boolean(),
    changeState: z.boolean(),
  }),
  createdAt: instantSchema,
  completedAt: z.nullable(instantSchema),
});
export type MiniApp = z.output<typeof miniAppSchema>;

/** The message with a result, as taking part and completing answer it; in the log its type is MINI_APP_RESULT. */
export const resultMessageSchema = z.object({
  id: idSchema,
  conversationId: idSchema,
  senderId: z.literal(resultSender.id),
  senderName: z.literal(resultSender.name),
  /** JSON of `miniAppResultSchema`. */
  content: z.string(),
  type: z.literal('mini-app-result'),
  createdAt: instantSchema,
  isRead: z.literal(false),
  sequence: z.int(),
});
export type ResultMessage = z.output<typeof resultMessageSchema>;

export const miniAppsErrors = defineErrors({
  MINI_APP_NOT_FOUND: { status: 404, text: 'Mini app not found' },
  MINI_APP_TYPE_UNKNOWN: { status: 400, text: 'Unknown mini app type' },
  MINI_APP_CONFIG_INVALID: { status: 400, text: 'These settings do not fit the mini app' },
  MINI_APPS_TOO_MANY: { status: 409, text: 'Too many mini apps are open in this conversation' },
  MINI_APP_ANSWERS_INVALID: { status: 400, text: 'These answers do not fit the mini app' },
  ALREADY_PARTICIPATED: { status: 409, text: 'You have already taken part' },
  MINI_APP_CLOSED: { status: 409, text: 'This mini app is closed' },
  MINI_APP_FULL: { status: 409, text: 'This mini app has as many participants as it takes' },
  NOT_THE_APP_CREATOR: { status: 403, text: 'Only whoever added the mini app can complete it' },
  MINI_APP_STATE_TOO_LARGE: { status: 413, text: 'The state of a mini app can have up to 16 KB' },
  MINI_APP_STATE_CHANGED: { status: 409, text: 'Somebody else has changed this meanwhile' },
  POSITION_NOT_SHARED: { status: 409, text: 'Please share your position first' },
  QUESTIONNAIRE_EMPTY: { status: 400, text: 'There is no question in it' },
});

const inConversation = z.object({ conversationId: idSchema });
const ofMiniApp = z.object({ miniAppId: idSchema });
const acrossBlock = ['BLOCKED_CONVERSATION', 'CANNOT_START_CONVERSATION', 'CONVERSATION_CLOSED'] as const;

/** The same `clientId` again within a day answers the one that was added the first time. */
export const addMiniApp = endpoint({
  name: 'addMiniApp',
  method: 'POST',
  path: '/api/conversations/{conversationId}/mini-apps',
  summary: 'Adds a mini app to a conversation',
  who: 'signed-in',
  actor: 'userId',
  params: inConversation,
  body: z.object({
    appType: z.string().check(z.minLength(1), z.maxLength(64)),
    /** The app's name when it is left out. */
    title: z.optional(wordsUpTo(miniAppLimits.title)),
    /** What is left out is as in the default config. */
    config: z.optional(json),
    userId: z.optional(idSchema),
    clientId: z.optional(clientIdSchema),
  }),
  data: z.object({ ...miniAppSchema.shape, message: messageSchema }),
  errors: [
    'CONVERSATION_NOT_FOUND',
    'NOT_A_MEMBER',
    'MINI_APP_TYPE_UNKNOWN',
    'MINI_APP_CONFIG_INVALID',
    'MINI_APPS_TOO_MANY',
    'NEWCOMER_LIMIT',
    'DAY_LIMIT',
    'NEWCOMER_LINKS',
    'ACCOUNT_LIMITED',
    'MUTED_IN_ROOM',
    'SLOW_MODE',
    ...acrossBlock,
    'REQUEST_NOT_ACCEPTED',
    'TOO_MANY_NEW_PEOPLE',
  ],
});

export const getMiniApp = endpoint({
  name: 'getMiniApp',
  method: 'GET',
  path: '/api/mini-apps/{miniAppId}',
  summary: 'A mini app of a conversation one belongs to',
  who: 'signed-in',
  params: ofMiniApp,
  data: miniAppSchema,
  errors: ['MINI_APP_NOT_FOUND'],
});

/** In the order in which they took part. Of an anonymous poll only the own one. */
export const listParticipations = endpoint({
  name: 'listParticipations',
  method: 'GET',
  path: '/api/mini-apps/{miniAppId}/participations',
  summary: 'Who took part in a mini app, and what they said as far as it is shown yet',
  who: 'signed-in',
  params: ofMiniApp,
  query: z.object({
    limit: z.optional(z.coerce.number().check(z.int(), z.gte(1), z.lte(miniAppLimits.page))),
    cursor: z.optional(z.string().check(z.minLength(1), z.maxLength(200))),
  }),
  data: z.object({ participations: z.array(miniAppParticipationSchema), participantCount: z.int() }),
  top: { nextCursor: z.nullable(z.string()) },
  errors: ['MINI_APP_NOT_FOUND'],
});

/**
 * One participation a person. A quiz takes it once: ALREADY_PARTICIPATED; the others let it be changed until they are
 * closed. `resultMessage` is there when this made or refreshed the result. Whoever is muted in the room chooses, and writes
 * nothing.
 */
export const participate = endpoint({
  name: 'participate',
  method: 'POST',
  path: '/api/mini-apps/{miniAppId}/participate',
  summary: 'Takes part in a mini app',
  who: 'signed-in',
  actor: 'userId',
  params: ofMiniApp,
  body: z.object({
    userId: z.optional(idSchema),
    /** `completedAt` and `version` may come with it; the server notes its own. */
    data: z.object({
      answers: z.array(z.unknown()).check(z.maxLength(quizLimits.questionnaire)),
      completedAt: z.optional(instantSchema),
      version: z.optional(z.literal(1)),
    }),
  }),
  data: z.object({
    miniApp: miniAppSchema,
    participation: miniAppParticipationSchema,
    resultMessage: z.nullable(resultMessageSchema),
  }),
  top: { resultMessage: z.nullable(resultMessageSchema) },
  errors: [
    'MINI_APP_NOT_FOUND',
    'MINI_APP_ANSWERS_INVALID',
    'ALREADY_PARTICIPATED',
    'MINI_APP_CLOSED',
    'MINI_APP_FULL',
    'POSITION_NOT_SHARED',
    'MUTED_IN_ROOM',
    'NEWCOMER_LINKS',
    'ACCOUNT_LIMITED',
    ...acrossBlock,
  ],
});

/** Replaces the state as a whole; every member may. With `version` it is refused when somebody was faster. */
export const changeMiniAppState = endpoint({
  name: 'changeMiniAppState',
  method: 'PATCH',
  path: '/api/mini-apps/{miniAppId}/state',
  summary: 'Changes what the members keep together in a mini app',
  who: 'signed-in',
  params: ofMiniApp,
  body: z.object({ state: json, version: z.optional(z.int().check(z.gte(0))) }),
  data: miniAppSchema,
  errors: [
    'MINI_APP_NOT_FOUND',
    'MINI_APP_CLOSED',
    'MINI_APP_STATE_TOO_LARGE',
    'MINI_APP_STATE_CHANGED',
    'MUTED_IN_ROOM',
    'NEWCOMER_LINKS',
    'ACCOUNT_LIMITED',
    ...acrossBlock,
  ],
});

/** By its creator, or by the owner of the group once that one has left. Doing it again changes nothing. */
export const completeMiniApp = endpoint({
  name: 'completeMiniApp',
  method: 'POST',
  path: '/api/mini-apps/{miniAppId}/complete',
  summary: 'Completes a mini app with those who took part so far, and closes it',
  who: 'signed-in',
  params: ofMiniApp,
  data: z.object({ ...miniAppSchema.shape, resultMessage: z.nullable(resultMessageSchema) }),
  top: { resultMessage: z.nullable(resultMessageSchema) },
  errors: ['MINI_APP_NOT_FOUND', 'NOT_THE_APP_CREATOR', ...acrossBlock],
});

export const questionnaireSources = ['default', 'custom'] as const;

export const questionnaireSchema = z.object({
  /** `default`, or that of the version an administrator wrote. */
  id: z.string(),
  source: z.enum(questionnaireSources),
  /** The lines that `parseQuestionnaire` reads. */
  content: z.string(),
  questionCount: z.int(),
});
export type Questionnaire = z.output<typeof questionnaireSchema>;

export const getQuestionnaire = endpoint({
  name: 'getQuestionnaire',
  method: 'GET',
  path: '/api/questionnaire',
  summary: 'The questions of the compatibility quiz',
  who: 'signed-in',
  query: z.object({
    /** Of the default questions; English when it is left out. */
    language: z.optional(z.enum(['en', 'ja', 'zh'])),
  }),
  data: questionnaireSchema,
  top: {
    id: questionnaireSchema.shape.id,
    source: questionnaireSchema.shape.source,
    content: questionnaireSchema.shape.content,
  },
});

/** Quizzes that were added before keep their questions. */
export const saveQuestionnaire = endpoint({
  name: 'saveQuestionnaire',
  method: 'POST',
  path: '/api/questionnaire',
  summary: 'Replaces the questions of the compatibility quiz; administrators only',
  who: 'signed-in',
  body: z.object({
    /** Null brings the default questions back. */
    content: z.nullable(z.string().check(z.maxLength(quizLimits.content))),
  }),
  /** `ignoredLines` were no questions. */
  data: z.object({ ...questionnaireSchema.shape, ignoredLines: z.int() }),
  top: {
    id: questionnaireSchema.shape.id,
    source: questionnaireSchema.shape.source,
    content: questionnaireSchema.shape.content,
  },
  errors: ['QUESTIONNAIRE_EMPTY'],
});
