import type { Message } from '@dazi/contract/chat/conversations';
import type { ClosedKind } from '@dazi/contract/chat/conversations.rules';
import { linksIn } from '@dazi/contract/kernel/links';

type Said = Pick<Message, 'type' | 'content'>;

/** What of a message is closed in a request, as `isClosed` of the store decides; null where it shows words alone. */
export function partIn({ type, content }: Said): ClosedKind | null {
  if (type === 'IMAGE') return 'image';
  if (type === 'VIDEO') return 'video';
  return type === 'TEXT' && /https?:\/\//iu.test(content) ? 'link' : null;
}

/** Where the first link of some words leads; null where there is none that can be followed. */
export function firstHost(content: string): string | null {
  const followed = linksIn(content).find(({ link }) => URL.canParse(link));
  return followed ? new URL(followed.link).host : null;
}

/** Whether a message, or what it quotes, may be closed for who has not accepted its sender. */
export const mayBeClosed = (message: Said & { replyTo: Said | null }): boolean =>
  partIn(message) !== null || (message.replyTo !== null && partIn(message.replyTo) !== null);
