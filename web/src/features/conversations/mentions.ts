import type { Member } from '@dazi/contract/conversations';

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

const folded = (name: string) => name.normalize('NFKC').toLowerCase();

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

const links = /https?:\/\/[^\s<>"]*[^\s<>"'.,:;!?)\]}»”’、。！？）】]/gu;

/**
 * A message's words with the mentions and addresses in them. An exact name goes before the longest that
 * begins there, and that before the single word after the sign.
 */
export function textParts(text: string, names: readonly string[]): TextPart[] {
  const parts: TextPart[] = [];
  const add = (kind: TextPart['kind'], piece: string) => {
    const last = parts.at(-1);
    if (piece === '') return;
    if (kind === 'text' && last?.kind === 'text') last.text += piece;
    else parts.push({ kind, text: piece });
  };
  let at = 0;
  for (const link of text.matchAll(links)) {
    addWords(text.slice(at, link.index), names, add);
    add('link', link[0]);
    at = link.index + link[0].length;
  }
  addWords(text.slice(at), names, add);
  return parts;
}

/** The first address in a text; null without one. */
export const firstLink = (text: string): string | null => text.match(links)?.[0] ?? null;

function addWords(
  text: string,
  names: readonly string[],
  add: (kind: TextPart['kind'], piece: string) => void,
): void {
  let rest = text;
  while (rest !== '') {
    const sign = rest.search(/[@＠]/);
    if (sign < 0 || names.length === 0) {
      add('text', rest);
      return;
    }
    add('text', rest.slice(0, sign));
    const after = rest.slice(sign + 1);
    const word = /^[^\s@＠,.!?;:、。，！？；：]+/u.exec(after)?.[0] ?? '';
    const whole = names
      .filter((name) => after.slice(0, name.length).toLowerCase() === name.toLowerCase())
      .sort((a, b) => b.length - a.length)[0];
    const isPartial = word !== '' && names.some((name) => folded(name).includes(folded(word)));
    const named = whole ?? (isPartial ? word : '');
    if (named === '') add('text', rest[sign]!);
    else add('mention', rest.slice(sign, sign + 1 + named.length));
    rest = after.slice(named.length);
  }
}
