import type { Message } from '@dazi/contract/chat/conversations';

const counting: readonly Message['type'][] = ['TEXT', 'IMAGE', 'VIDEO', 'QUICK', 'MINI_APP'];

/** When somebody last wrote, as far as the log is held; what was taken back counts, too. */
export function lastOwnSaid(
  messages: readonly Pick<Message, 'senderId' | 'type' | 'createdAt'>[],
  myId: string,
): number | null {
  const last = messages.findLast(({ senderId, type }) => senderId === myId && counting.includes(type));
  return last ? Date.parse(last.createdAt) : null;
}

/** The clock of the device may be wrong: nobody waits longer than the room asks for. */
export const secondsToWait = (until: number, now: number, slowMode_s: number): number =>
  Math.max(0, Math.min(slowMode_s, Math.ceil((until - now) / 1000)));
