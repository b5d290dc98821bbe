import type { ConversationEvent, PersonEvent } from '@dazi/contract/frames';
import type { GovernanceEvent, GovernancePart } from '@dazi/contract/governance/governance-events';
import { boardCell } from '@dazi/contract/live/live.rules';
import { topicKind } from '#platform/bus.ts';
import type { Deps, TransactingDeps } from '#platform/deps.ts';
import {
  type HiddenNews,
  isConversationEvent,
  type LocalEvent,
  type LocalNews,
  withoutWords,
} from './live-news.rules.ts';

/** What happens where a post or a room is, by the cell. */
export const areaTopics = topicKind<LocalNews>('area');
/** What the board does, which is no place. */
export const boardTopics = topicKind<GovernanceEvent>('board');
const boardTopic = boardTopics.topic('any');
export const conversationTopics = topicKind<ConversationEvent>('conversation');
export const personTopics = topicKind<ConversationEvent | PersonEvent>('user');
export const hiddenTopics = topicKind<HiddenNews>('hidden');
/** Those who were members are none any more by the time they ask; only looked up, never told. */
export const closedTopic = topicKind<never>('closed').topic('any');

/** Browsers listen to the board like to a cell. */
export const topicOfCell = (cell: number) =>
  cell === boardCell ? boardTopic : areaTopics.topic(String(cell));

/** Does not reach those from whom the person who acted, or the owner of the thing, is hidden, told or not. */
export function tellArea(
  inner: TransactingDeps,
  cell: number,
  event: LocalEvent,
  authorId: string | null = null,
): void {
  const acted = 'userId' in event ? event.userId : null;
  const news: LocalNews = authorId === null || authorId === acted ? event : { ...event, authorId };
  inner.emit(areaTopics.topic(String(cell)), news);
}

/** Tells everybody who looks at what the board does, whoever is hidden from them: it is public. */
export function tellGovernance(inner: TransactingDeps, parts: readonly GovernancePart[]): void {
  for (const part of parts) inner.emit(boardTopic, { type: 'governance_changed', part });
}

/** What the members of a conversation are told, and what the outbox keeps of it: only ids of what was said. */
export function conversationNews(event: ConversationEvent) {
  const topic = conversationTopics.topic(event.conversationId);
  return { topic, stored: withoutWords(event) ?? event, delivered: event };
}

/** Those hidden from the person who acted hear only that something was said, and ask for it. */
export function tellConversation(inner: TransactingDeps, event: ConversationEvent): void {
  const { topic, stored, delivered } = conversationNews(event);
  inner.emit(topic, stored, delivered);
}

/** Tells the members without keeping anything: for what is over in a moment. */
export function tellConversationNow(deps: Deps, event: ConversationEvent): void {
  deps.bus.publish(conversationTopics.topic(event.conversationId), event);
}

/** Tells one person, on all their devices. Of what was said only ids are kept. */
export function tellPerson(
  inner: TransactingDeps,
  userId: string,
  event: ConversationEvent | PersonEvent,
): void {
  inner.emit(
    personTopics.topic(userId),
    isConversationEvent(event) ? (withoutWords(event) ?? event) : event,
    event,
  );
}

/** The same without keeping anything. */
export function tellPersonNow(deps: Deps, userId: string, event: ConversationEvent | PersonEvent): void {
  deps.bus.publish(personTopics.topic(userId), event);
}

/** Tells the streams of two people that one of them has blocked the other, or does so no longer. */
export function tellHidden(inner: TransactingDeps, oneId: string, otherId: string, isHidden: boolean): void {
  const tell = (userId: string, news: HiddenNews) => inner.emit(hiddenTopics.topic(userId), {}, news);
  tell(oneId, { otherId, isHidden });
  tell(otherId, { otherId: oneId, isHidden });
}
