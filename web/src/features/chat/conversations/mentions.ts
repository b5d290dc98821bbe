import type { Member } from '@dazi/contract/chat/conversations';
import { linksIn } from '@dazi/contract/kernel/links';

/** Both widths of the sign mention somebody. */
const beforeCaret = /(?:^|[^\p{Script=Latin}\p{N}@＠])[@＠]([^\s@＠]{0,30})$/u;

export interface MentionQuery {
  /** What was typed after the sign. */
  query: string;
  /** Where the sign stands. */
  start: number;
}

/** Whether somebody is being named at the caret. An e-mail address names nobody. */
export function mentionAt(text: string, caret: number): MentionQuery | null {
  const found = beforeCaret.exec(text.slice(0, caret));
  const query = found?.[1];
  return query === undefined ? null : { query, start: caret - query.length - 1 };
}

/** The text with the name in place of what was typed, and where the caret goes. */
export function withMention(
  text: string,
  { start }: MentionQuery,
  caret: number,
  name: string,
): { text: string; caret: number } {
  const before = `${text.slice(0, start)}@${name} `;
  return { text: before + text.slice(caret).replace(/^ /, ''), caret: before.length };
}

export const folded = (text: string) => text.normalize('NFKC').toLowerCase();

/** Whose name contains what was typed: those that begin with it first. */
export function suggestions(
  members: readonly Member[],
  query: string,
  myId: string,
  most: number,
): readonly Member[] {
  const wanted = folded(query);
  const others = members.filter(({ userId, user }) => userId !== myId && folded(user.name).includes(wanted));
  const begins = (member: Member) => (folded(member.user.name).startsWith(wanted) ? 0 : 1);
  return others.toSorted((a, b) => begins(a) - begins(b)).slice(0, most);
}

export interface TextPart {
  kind: 'text' | 'mention' | 'link';
  text: string;
}

/** An exact name goes before the longest that begins there, and that before the single word after the sign. */
export function textParts(text: string, names: readonly string[]): TextPart[] {
  const parts: TextPart[] = [];
  const add = (kind: TextPart['kind'], piece: string) => {
    const last = parts.at(-1);
    if (piece === '') return;
    if (kind === 'text' && last?.kind === 'text') last.text += piece;
    else parts.push({ kind, text: piece });
  };
  let at = 0;
  for (const { index, link } of linksIn(text)) {
    addWords(text.slice(at, index), names, add);
    add('link', link);
    at = index + link.length;
  }
  addWords(text.slice(at), names, add);
  return parts;
}

export const firstLink = (text: string): string | null => linksIn(text)[0]?.link ?? null;

/** A sign that names somebody: inside a word it is part of an address. */
const signs = /(?<![\p{Script=Latin}\p{N}._-])[@＠]/gu;
const spaced = (letter: string | undefined) =>
  letter !== undefined &&
  /[\p{L}\p{N}]/u.test(letter) &&
  !/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー]/u.test(letter);

/** How much of a text is this name; 0 when it is another word that begins like it. */
function lengthOfName(text: string, name: string): number {
  const piece = text.slice(0, name.length);
  if (folded(piece) !== folded(name)) return 0;
  const [last, next] = [[...piece].at(-1), [...text.slice(name.length, name.length + 2)][0]];
  return spaced(last) && spaced(next) ? 0 : name.length;
}

function addWords(
  text: string,
  names: readonly string[],
  add: (kind: TextPart['kind'], piece: string) => void,
): void {
  let at = 0;
  for (const { index: start } of names.length > 0 ? text.matchAll(signs) : []) {
    // A name with a sign in it was taken as a whole.
    if (start < at) continue;
    add('text', text.slice(at, start));
    const after = text.slice(start + 1);
    const word = /^[^\s@＠,.!?;:、。，！？；：]+/u.exec(after)?.[0] ?? '';
    const whole = Math.max(...names.map((name) => lengthOfName(after, name)));
    const isPartial = word !== '' && names.some((name) => folded(name).includes(folded(word)));
    const length = whole || (isPartial ? word.length : 0);
    add(length > 0 ? 'mention' : 'text', text.slice(start, start + 1 + length));
    at = start + 1 + length;
  }
  add('text', text.slice(at));
}
