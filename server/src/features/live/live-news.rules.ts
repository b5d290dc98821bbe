import type { AreaEvent, ConversationEvent, Frame, PersonEvent } from '@dazi/contract/frames';
import type { GovernanceEvent } from '@dazi/contract/governance/governance-events';

export const frameText = (frame: Frame) => `data: ${JSON.stringify(frame)}\n\n`;

/** What happens where something is; what the board does is no place. */
export type LocalEvent = Exclude<AreaEvent, GovernanceEvent>;
/** `authorId` is there when the thing is of somebody else than who acted, or when nobody is told whose it is. */
export type LocalNews = LocalEvent & { authorId?: string };
export type AreaNews = LocalNews | GovernanceEvent;

export const isConversationEvent = (event: ConversationEvent | PersonEvent): event is ConversationEvent =>
  'conversationId' in event && event.type !== 'membership';

/** What streams of a person hear of whom they may not hear any more, or again. Kept is only that there was something. */
export interface HiddenNews {
  otherId?: string;
  isHidden?: boolean;
}

/** Who is not to be hidden from those who hear of it. */
export function actorsOf(news: AreaNews): string[] {
  if (news.type === 'governance_changed') return [];
  const acted = 'userId' in news ? [news.userId] : [];
  return news.authorId === undefined ? acted : [...acted, news.authorId];
}

export function asTold(news: AreaNews): AreaEvent {
  if (news.type === 'governance_changed') return news;
  const { authorId: _unsaid, ...event } = news;
  return event;
}

/** An election is many votes at once: that a list is another is said once a frame. */
export const isRepeated = (news: AreaNews, other: AreaNews) =>
  news.type === 'governance_changed' && other.type === news.type && other.part === news.part;

/** Whose words an event carries, those it answers to included: they may be folded for some. */
export function speakersOf(event: ConversationEvent): string[] {
  if (event.type === 'typing') return [event.userId];
  const message =
    event.type === 'new_message'
      ? event.message
      : event.type === 'conversation_update' && event.change.kind === 'message'
        ? event.change.message
        : null;
  const speakers = [message?.senderId, message?.replyTo?.senderId];
  return speakers.filter((userId) => userId !== null && userId !== undefined);
}

/** The same without what was said, for those who are to ask for it; null where nothing is said. */
export function withoutWords(event: ConversationEvent): ConversationEvent | null {
  if (event.type === 'new_message') return { ...event, message: null };
  if (event.type !== 'conversation_update' || event.change.kind !== 'message') return null;
  return { ...event, change: { ...event.change, message: null } };
}
