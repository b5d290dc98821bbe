import type { MemberRole, MessageEvent, MessageType } from '@dazi/contract/chat/conversations';
import { messageLimits } from '@dazi/contract/chat/conversations.rules';
import { isBlank } from '@dazi/contract/kernel/blank-text';
import { AppError } from '#platform/app-error.ts';
import { cleanedLines } from '#platform/clean-text.ts';
import { foldedText } from '#platform/text-grams.ts';

const trimmedText = (content: string) => cleanedLines(content).trim();

export function acceptText(content: string): string {
  const trimmed = trimmedText(content);
  if (isBlank(trimmed)) throw new AppError('MESSAGE_EMPTY');
  if (trimmed.length > messageLimits.content) throw new AppError('MESSAGE_TOO_LONG');
  return trimmed;
}

/** A text that would be accepted and mentions nobody, as it would be stored; null for any other. */
export function plainText(content: string): string | null {
  const trimmed = trimmedText(content);
  const isAccepted = !isBlank(trimmed) && trimmed.length <= messageLimits.content;
  return isAccepted && mentionFragments(trimmed).length === 0 ? trimmed : null;
}

/** What the server writes counts as unread to nobody. */
export const countsAsUnread = (type: MessageType): boolean => !['SYSTEM', 'JOIN', 'LEAVE'].includes(type);

/** Whether a member said it, and not the server or a mini app. */
export const isSaid = (type: MessageType): boolean => countsAsUnread(type) && type !== 'MINI_APP_RESULT';

export interface GroupStanding {
  role: MemberRole;
  moderates: boolean;
}

/** Whether somebody keeps a room in order: its owner and the moderators whom the owner has appointed. */
export const keepsOrder = ({ role, moderates }: GroupStanding): boolean => role === 'OWNER' || moderates;

/** Over a moderator is only the owner, over the owner nobody; who is no member any more stands under both. */
export const isOver = (actor: GroupStanding, other: GroupStanding | undefined): boolean =>
  keepsOrder(actor) && (!other || (other.role !== 'OWNER' && (actor.role === 'OWNER' || !other.moderates)));

interface MayBeMuted {
  mutedUntil: Date | null;
}

export const isMuted = ({ mutedUntil }: MayBeMuted, now: Date): boolean =>
  mutedUntil !== null && mutedUntil > now;

export const mutedError = ({ mutedUntil }: MayBeMuted): AppError =>
  new AppError('MUTED_IN_ROOM', { values: { until: mutedUntil?.toISOString() ?? '' } });

/** Why a member of a group who last wrote there at `last` has to wait; null when they may write now. */
export function paceRefusal(
  writer: GroupStanding & { slowMode_s: number },
  last: Date | undefined,
  now: Date,
): AppError | null {
  if (!last || writer.slowMode_s === 0 || keepsOrder(writer)) return null;
  const wait_s = Math.ceil(writer.slowMode_s - (now.getTime() - last.getTime()) / 1000);
  if (wait_s <= 0) return null;
  return new AppError('SLOW_MODE', { values: { seconds: String(wait_s) }, retryAfter_s: wait_s });
}

const longestName = 50;
/** Mentions looked for in one message. */
const fragmentLimit = messageLimits.mentions;

/** What follows each @ of a text, of either width, as names are compared, as far as a name may reach. */
export function mentionFragments(text: string): string[] {
  const fragments: string[] = [];
  // An @ inside a word is part of an address.
  for (const match of text.matchAll(/(?<![\p{Script=Latin}\p{N}._-])[@＠]/gu)) {
    const following = text.slice(match.index + 1, match.index + 1 + longestName * 2);
    const folded = foldedText(following).slice(0, longestName * 2);
    if (folded.trim() !== '') fragments.push(folded);
    if (fragments.length === fragmentLimit) break;
  }
  return [...new Set(fragments)];
}

/** Every beginning of a fragment that may be a whole name: what follows is no letter that belongs to it. */
export function possibleNames(fragment: string): string[] {
  const letters = [...fragment];
  const names: string[] = [];
  for (let length = 1; length <= Math.min(letters.length, longestName); length++) {
    const [last, next] = [letters[length - 1]!, letters[length]];
    const isInsideWord = next !== undefined && isAlphabetic(last) && isAlphabetic(next);
    if (!isInsideWord) names.push(letters.slice(0, length).join('').trim());
  }
  return [...new Set(names)].filter(Boolean);
}

/** Scripts that put spaces between words; the others may go on right after a name. */
const isAlphabetic = (letter: string) =>
  /[\p{L}\p{N}]/u.test(letter) && !/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー]/u.test(letter);

/** The one word after the @, for those who write a part of a name. */
export const mentionedWord = (fragment: string): string =>
  /^[\p{L}\p{N}\p{M}_'-]+/u.exec(fragment)?.[0] ?? '';

export interface NamedMember {
  userId: string;
  nameKey: string;
}

/** Whom a fragment means: the longest name that it begins with, else all whose name contains its first word. */
export function mentioned(
  fragment: string,
  byWholeName: readonly NamedMember[],
  byPart: readonly NamedMember[],
): string[] {
  const possible = new Set(possibleNames(fragment));
  const whole = byWholeName.filter(({ nameKey }) => possible.has(nameKey));
  if (whole.length > 0) {
    const longest = Math.max(...whole.map(({ nameKey }) => nameKey.length));
    return whole.filter(({ nameKey }) => nameKey.length === longest).map(({ userId }) => userId);
  }
  const word = mentionedWord(fragment);
  if (word === '') return [];
  return byPart.filter(({ nameKey }) => nameKey.includes(word)).map(({ userId }) => userId);
}

const units = { day: 24 * 60 * 60, hour: 60 * 60, minute: 60, second: 1 };

/** 30 seconds, 10 minutes, 1 hour, 7 days. */
function secondsText(seconds: number): string {
  const [unit, length] = Object.entries(units).find(([, each]) => seconds % each === 0)!;
  const count = seconds / length;
  return `${count} ${unit}${count === 1 ? '' : 's'}`;
}

/** What the API says in English where the server writes; the web says it in the reader's language. */
export function eventText(event: MessageEvent): string {
  switch (event.code) {
    case 'member_joined':
      return `${event.params.name} joined the group`;
    case 'member_left':
      return `${event.params.name} left the group`;
    case 'member_removed':
      return `${event.params.name} was removed from the group`;
    case 'owner_changed':
      return `${event.params.name} is now the group leader!`;
    case 'owner_objected':
      return `${event.params.name} objected to the vote and leads the group again`;
    case 'title_changed':
      return `${event.params.name} changed the group name to "${event.params.title}"`;
    case 'message_pinned':
      return `${event.params.name} pinned a message`;
    case 'member_muted':
      return `${event.params.name} cannot write for ${secondsText(event.params.minutes * 60)}`;
    case 'slow_mode_changed':
      return event.params.seconds === 0
        ? 'Slow mode is off'
        : `Slow mode: one message every ${secondsText(event.params.seconds)}`;
    case 'moderator_appointed':
      return `${event.params.name} is a room moderator now`;
    case 'plan_on':
      return `It's on: ${event.params.count} people are in`;
    case 'plan_time_changed':
      return `New time: ${event.params.local.replace('T', ' ')} (${event.params.timeZone})`;
    case 'plan_spot_changed':
      return 'The meeting place has changed';
    case 'plan_host_changed':
      return `${event.params.name} hosts now`;
    case 'plan_called_off':
      return `Called off: ${event.params.reason.replaceAll('_', ' ')}`;
  }
}

/** The members who have read farthest, and how far: at most two are ever needed. */
export interface ReadState {
  viewerId: string;
  readSequence: number;
  readers: readonly { userId: string; sequence: number }[];
}

/** Of one's own messages: somebody else has read up to there. Of others': oneself has. */
export function isRead(message: { sequence: number; senderId: string | null }, state: ReadState): boolean {
  if (message.senderId !== state.viewerId) return message.sequence <= state.readSequence;
  return state.readers.some(
    ({ userId, sequence }) => userId !== state.viewerId && sequence >= message.sequence,
  );
}
