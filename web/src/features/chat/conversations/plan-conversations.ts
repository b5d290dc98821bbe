import type { Conversation } from '@dazi/contract/chat/conversation-views';
import type { MessageEvent } from '@dazi/contract/chat/conversations';
import type { TFunction } from 'i18next';
import type { ReactNode } from 'react';

export type PlanOfConversation = NonNullable<Conversation['plan']>;

/** What the area of plans, which is built on this one, says and draws of their conversations. */
export interface PlanConversations {
  nameOf(plan: PlanOfConversation, t: TFunction): string;
  /** Null where it is said as in any group. */
  eventText(event: MessageEvent, isOfPlan: boolean, t: TFunction): string | null;
  /** The word for who made the plan, or took it over. */
  hostText(t: TFunction): string;
  picture(plan: PlanOfConversation): ReactNode;
  /** Which kind of conversation it is, and until when one may write. */
  kind(conversation: Conversation): ReactNode;
  /** Beside its menu. */
  tools(): ReactNode;
  /** Above what was said. */
  card(plan: PlanOfConversation): ReactNode;
  /** What a quick answer says. */
  answerText(code: string): string;
  /** The same as it is drawn. */
  answer(code: string): ReactNode;
  /** Above the field, while they are offered. */
  answers(conversation: Conversation, userId: string, say: (code: string) => void): ReactNode;
}

let known: PlanConversations | null = null;

/** Told once, before conversations are drawn. */
export function takePlanConversations(given: PlanConversations): void {
  known = given;
}

/** Null where nobody has told. */
export const planConversations = (): PlanConversations | null => known;
