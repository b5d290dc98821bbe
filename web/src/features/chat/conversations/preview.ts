import type { Conversation } from '@dazi/contract/chat/conversation-views';
import type { Message, MessageEvent } from '@dazi/contract/chat/conversations';
import type { TFunction } from 'i18next';
import { durationText } from '#platform/passing-time.ts';
import { folded } from './mentions.ts';
import { planConversations } from './plan-conversations.ts';

/** Characters of a preview. */
export const previewLength = 50;

type LastMessage = Conversation['lastMessage'];

/** Cut by characters as people see them. */
export function cut(text: string, length: number = previewLength): string {
  const line = text.replace(/\s+/g, ' ').trim();
  if (line.length <= length) return line;
  const characters = [...new Intl.Segmenter().segment(line)];
  if (characters.length <= length) return line;
  return `${characters
    .slice(0, length)
    .map(({ segment }) => segment)
    .join('')}…`;
}

/** Of a found message two lines are seen, on a phone some 45 letters: what stands before the place is cut to so many. */
const beforeFound = 16;
const foundLength = 160;

/** As much of a text as is shown of what was found, from shortly before the place that says it. */
export function cutAtFound(text: string, wanted: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  const characters = Array.from(new Intl.Segmenter().segment(line), ({ segment }) => segment);
  // Counted in letters of the folded text, which may be more or fewer than those that are shown.
  const at = folded(line).indexOf(folded(wanted.replace(/\s+/g, ' ')));
  let passed = 0;
  let found = 0;
  while (passed < at && found < characters.length) passed += folded(characters[found++]!).length;
  if (found <= beforeFound * 2) return cut(line, foundLength);
  let from = found - beforeFound;
  // A word that would be cut in two is left out.
  const space = characters.indexOf(' ', from - 1);
  if (space !== -1 && space < found) from = space + 1;
  return `…${cut(characters.slice(from).join(''), foundLength)}`;
}

/** What the server wrote into the log, in the reader's language. */
export function eventText(event: MessageEvent, isOfPlan: boolean, t: TFunction): string {
  const ofPlan = planConversations()?.eventText(event, isOfPlan, t);
  if (ofPlan) return ofPlan;
  if (event.code === 'member_muted') {
    const { name, minutes } = event.params;
    return t('conversations.event.member_muted', { name, time: durationText(minutes * 60, t) });
  }
  if (event.code === 'slow_mode_changed') {
    const { seconds } = event.params;
    if (seconds === 0) return t('conversations.event.slow_mode_off');
    return t('conversations.event.slow_mode_on', { time: durationText(seconds, t) });
  }
  return String(t(`conversations.event.${event.code}`, event.params as never));
}

/** What a mini app is called, or its result says, in the reader's language where the texts know it. */
function miniAppWords(content: string, t: TFunction): string | null {
  const english = titleIn(content);
  if (english === null) return null;
  const { text, appType } = JSON.parse(content) as {
    text?: { code?: unknown; params?: object };
    appType?: unknown;
  };
  if (typeof text?.code !== 'string') {
    const name = `miniApps.apps.${appType}.name` as never;
    // One that was given a title of its own bears it in every language.
    return t(name, { lng: 'en' }) === english ? t(name) : english;
  }
  return String(
    t(`miniApps.results.${text.code}` as never, { ...text.params, defaultValue: english } as never),
  );
}

/** Nobody's id: who tells results. */
export const systemId = 'system';

/** Of mini apps and their results a line of words instead of their JSON. */
export function titleIn(content: string): string | null {
  try {
    const value: unknown = JSON.parse(content);
    if (typeof value !== 'object' || value === null) return null;
    const { generatedText, title } = value as Record<string, unknown>;
    if (typeof generatedText === 'string') return generatedText;
    return typeof title === 'string' ? title : null;
  } catch {
    return null;
  }
}

export function previewOf(last: LastMessage, myId: string, t: TFunction, isOfPlan = false): string {
  if (last === null) return t('conversations.preview.none');
  const { type, content, senderName } = last;
  if (last.event) return eventText(last.event, isOfPlan, t);
  if (type === 'SYSTEM' || type === 'JOIN' || type === 'LEAVE') return cut(content);
  if (type === 'JOIN_REQUEST') return t('conversations.preview.request', { name: senderName });
  const said = last.closedKind === 'link' ? t('conversations.requests.link') : saidIn(type, content, t);
  if (last.senderId === systemId) return said;
  return last.senderId === myId
    ? t('conversations.preview.you', { text: said })
    : t('conversations.preview.by', {
        name: senderName || t('conversations.unknownUser'),
        text: said,
      });
}

/** The last line of a conversation where one's own message is still on its way. */
export const previewOnTheWay = ({ type, content }: { type: string; content: string }, t: TFunction): string =>
  t('conversations.preview.you', { text: saidIn(type, content, t) });

/** Of a quick answer what it says to this reader. */
export const wordsIn = (type: string, content: string): string =>
  (type === 'QUICK' && planConversations()?.answerText(content)) || content;

/** What somebody said in a line, without who. */
export function saidIn(type: string, content: string, t: TFunction): string {
  if (type === 'IMAGE') return t('conversations.preview.photo');
  if (type === 'VIDEO') return t('conversations.preview.video');
  if (type === 'MINI_APP' || type === 'MINI_APP_RESULT') {
    return cut(miniAppWords(content, t) ?? t('conversations.preview.miniApp'));
  }
  // Empty is what was taken back.
  return content === '' ? t('conversations.preview.deleted') : cut(wordsIn(type, content));
}

/** What is answered to; of a mini app the server says no more than its title. */
export function quotedText(quoted: Pick<Message, 'isDeleted' | 'type' | 'content'>, t: TFunction) {
  if (quoted.isDeleted) return t('conversations.deleted');
  if (quoted.type === 'IMAGE') return t('conversations.preview.photo');
  if (quoted.type === 'VIDEO') return t('conversations.preview.video');
  if (quoted.type === 'MINI_APP' || quoted.type === 'MINI_APP_RESULT') {
    return cut(titleIn(quoted.content) ?? (quoted.content || t('conversations.preview.miniApp')), 120);
  }
  // Nothing is said of what is folded or closed for the reader.
  return cut(wordsIn(quoted.type, quoted.content), 120) || '…';
}
