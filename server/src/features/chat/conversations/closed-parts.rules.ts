import type { Message } from '@dazi/contract/chat/conversations';
import type { ClosedKind } from '@dazi/contract/chat/conversations.rules';
import { linksIn } from '@dazi/contract/kernel/links';

type Said = Pick<Message, 'type' | 'content'>;

/** What of a message is closed in a request, as `isClosed` of the store decides; null where it shows words alone. */
export function partIn({ type, content }: Said): ClosedKind | null {
  if (type === 'IMAGE') return 'image';
  if (type === 'VIDEO') return 'video';
  const isSaid = type === 'TEXT' || type === 'MINI_APP' || type === 'MINI_APP_RESULT';
  return isSaid && (/https?:\/\//iu.test(content) || saysItHasLinks(type, content)) ? 'link' : null;
}

/** Of a mini app the message holds the title alone: what else is written in it may hold a link. */
const saysItHasLinks = (type: Said['type'], content: string) =>
  type === 'MINI_APP' && content.includes('"hasLinks":true');

/** Where the first link of some words leads; null where there is none that can be followed. */
export function firstHost(content: string): string | null {
  const followed = linksIn(content).find(({ link }) => URL.canParse(link));
  return followed ? new URL(followed.link).host : null;
}

/** Whether a message, or what it quotes, may be closed for who has not accepted its sender. */
export const mayBeClosed = (message: Said & { replyTo: Said | null }): boolean =>
  partIn(message) !== null || (message.replyTo !== null && partIn(message.replyTo) !== null);
