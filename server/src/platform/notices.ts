import type { Language } from '@dazi/contract/identity/identity.rules';
import type { Browser, System } from '@dazi/contract/identity/sessions.rules';
import type { Pressure } from '@dazi/contract/moderation/moderation.rules';
import type { NotificationCode } from '@dazi/contract/notices';
import type { NotificationPriority, NotificationType } from '@dazi/contract/notifications/notifications';
import type { PlanNoticeParams } from '@dazi/contract/plans/plan-notice-params';
import { topicKind } from './bus.ts';
import type { Db } from './database/builder.ts';
import type { Deps, TransactingDeps } from './deps.ts';

/** What reads differently now or stands no more: the thing named, what the former leader of a room was told, the person. */
export type Invalidates = 'thing' | 'leader' | 'person';

/** Names a fact by ids; the rules of its area say the rest. */
export interface NoticeKind<Facts extends object> {
  readonly name: string;
  readonly invalidates: Invalidates | null;
  /** Kinds of different facts are different types; nothing is ever kept here. */
  readonly facts?: Facts;
}

export const noticeKind = <Facts extends object>(
  name: string,
  invalidates: Invalidates | null = null,
): NoticeKind<Facts> => ({ name, invalidates });

/** Notices stand in the outbox under one topic, and are read from there in order. */
export const noticeTopics = topicKind<{ kind: string }>('notice');
export const noticeTopic = noticeTopics.topic('new');

/** With the transaction that caused it; costs no statement of its own. */
export function publishNotice<Facts extends object>(
  inner: TransactingDeps,
  { name }: NoticeKind<Facts>,
  facts: NoInfer<Facts>,
): void {
  inner.emit(noticeTopic, { kind: name, ...facts });
}

export type Noticed<Facts extends object = object> = Facts & {
  readonly kind: string;
  readonly eventId: number;
  readonly createdAt: Date;
};

export interface Recipient {
  eventId: number;
  userId: string;
}

export interface NotedParams {
  amountMinor?: number;
  currency?: string;
  /** Beside which the memo stands. */
  transferNumber?: number;
  members?: number;
  limit?: number;
  /** An instant. */
  until?: string;
  motionId?: string;
  decisionId?: string;
  rule?: number;
  words?: string;
  urgency?: Pressure;
  cases?: number;
  planId?: string;
  changed?: PlanNoticeParams['changed'];
  reason?: PlanNoticeParams['reason'];
  /** A plan as it was, for whom it is not there any more. */
  planWas?: Pick<
    PlanNoticeParams,
    'activity' | 'local' | 'timeZone' | 'part' | 'startsAt' | 'going' | 'seats'
  >;
  /** A reminder that quiet hours moved. */
  isOffTime?: boolean;
  browser?: Browser;
  system?: System;
  /** The device of the person on which it does not stand. */
  unseenBy?: string;
  /** Of a mention that came with a change: who had read the message before has not read it. */
  isAdded?: boolean;
  /** Of a mention in an answer to the person: it concerns them without the mention, too. */
  isAnswer?: boolean;
}

export interface NotificationSpec {
  code: NotificationCode;
  personId?: string | null;
  postId?: string;
  commentId?: string;
  conversationId?: string | null;
  sequence?: number;
  requestId?: string;
  /** What it is gathered by, where that is no post and no conversation. */
  about?: string;
  params?: NotedParams;
  priority?: NotificationPriority;
  /** Not while they have not looked at one that it is gathered with and that is as urgent as one of these. */
  unlessUnread?: readonly Pressure[];
  /** Not when they were told one of these of the same message. */
  unlessNotified?: readonly NotificationCode[];
}

export interface NoticeRule {
  readonly kinds: readonly NoticeKind<object>[];
  notificationsFor(
    inner: TransactingDeps,
    notices: readonly Noticed[],
  ): Promise<(Recipient & NotificationSpec)[]>;
}

export function noticeRule<Facts extends object, Found extends Recipient>(
  kinds: readonly NoticeKind<Facts>[],
  {
    find,
    compose,
  }: {
    find(db: Db, notices: readonly Noticed<Facts>[], inner: TransactingDeps): Promise<Found[]>;
    compose(notice: Noticed<Facts>, found: Found): NotificationSpec;
  },
): NoticeRule {
  return {
    kinds,
    async notificationsFor(inner, all) {
      // What the outbox keeps of a kind is what `publishNotice` was given for it.
      const notices = all as readonly Noticed<Facts>[];
      const known = new Map(notices.map((notice) => [notice.eventId, notice]));
      const found = await find(inner.db, notices, inner);
      return found.map((one) => ({
        eventId: one.eventId,
        userId: one.userId,
        ...compose(known.get(one.eventId)!, one),
      }));
    },
  };
}

export interface CodeFacts {
  readonly type: NotificationType;
  readonly priority: NotificationPriority;
  /** What one has just done oneself, and was told on the spot, rings no bell: it stands among what was read. */
  readonly isRead: boolean;
  /** Those about one thing are shown as one, under this name; null for each alone. */
  readonly gathered: string | null;
  /** It stays until it was read, for 30 days at most, however many others come. */
  readonly stays: boolean;
  /** Nothing that comes takes it out, read or not. */
  readonly isSpared: boolean;
  /** What one did oneself: the person it names has no part in it. */
  readonly isOwn: boolean;
  /** Once one person did it to several things they are shown as one, of that person. */
  readonly byPerson: boolean;
}

export const codeFacts = (
  type: NotificationType,
  facts: Partial<Omit<CodeFacts, 'type'>> = {},
): CodeFacts => ({ ...usual, ...facts, type });

const usual = {
  priority: 'medium',
  isRead: false,
  gathered: null,
  stays: false,
  isSpared: false,
  isOwn: false,
  byPerson: false,
} as const;

export interface MailWords {
  readonly subject: string;
  readonly paragraphs: readonly string[];
  readonly link: { readonly label: string; readonly path: string };
}

/** Null where it need not be said any more. Mails pass through the hands of others: no private word, and no place. */
export type ComposeMail = (
  deps: Deps,
  told: { userId: string; params: NotedParams; language: Language; isRead: boolean },
) => Promise<MailWords | null>;

export interface AreaNotices {
  readonly codes: Partial<Readonly<Record<NotificationCode, CodeFacts>>>;
  readonly rules: readonly NoticeRule[];
  /** Codes that are told by mail, too. */
  readonly mails?: Partial<Readonly<Record<NotificationCode, ComposeMail>>>;
  /** Kinds that tell nobody anything new, but may change what was told. */
  readonly invalidating?: readonly NoticeKind<object>[];
}

export interface Notices {
  readonly codes: Readonly<Record<NotificationCode, CodeFacts>>;
  readonly rules: readonly NoticeRule[];
  readonly mails: Partial<Readonly<Record<NotificationCode, ComposeMail>>>;
  readonly invalidates: ReadonlyMap<string, Invalidates>;
}

export function joinedNotices(areas: readonly AreaNotices[]): Notices {
  const rules = areas.flatMap((area) => area.rules);
  const kinds = [
    ...rules.flatMap((rule) => rule.kinds),
    ...areas.flatMap(({ invalidating }) => invalidating ?? []),
  ];
  return {
    codes: Object.assign({}, ...areas.map(({ codes }) => codes)),
    rules,
    mails: Object.assign({}, ...areas.map(({ mails }) => mails)),
    invalidates: new Map(
      kinds.flatMap(({ name, invalidates }) => (invalidates ? [[name, invalidates] as const] : [])),
    ),
  };
}
