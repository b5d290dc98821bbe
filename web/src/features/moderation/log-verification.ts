import { genesis, type Head, linkText } from '@dazi/contract/kernel/chain';
import type { LogEntry } from './moderated-people.api.ts';

/** SHA-256 of a text, in lower hex. */
type Digest = (text: string) => Promise<string>;
type ReadPage = (
  cursor: string | null,
) => Promise<{ entries: readonly LogEntry[]; head: Head; nextCursor: string | null }>;

export type LogVerdict =
  | { isGood: true; entries: number }
  /** The first entry that does not fit. */
  | { isGood: false; number: number };

type Link = Pick<
  LogEntry,
  'number' | 'action' | 'code' | 'rule' | 'until' | 'createdAt' | 'commitment' | 'hash'
>;

/** All that an entry says for good: what is personal about it may be erased. */
const partsOf = ({ number, action, code, rule, until, createdAt, commitment }: Link) => [
  number,
  action,
  code,
  rule,
  until,
  createdAt,
  commitment,
];

/** Walks the log from its beginning, as it was when its newest page was read. */
export async function verifyLog(read: ReadPage, digest: Digest): Promise<LogVerdict> {
  const pages = [await read(null)];
  const { head } = pages[0]!;
  for (let next = pages[0]!.nextCursor; next !== null; next = pages.at(-1)!.nextCursor) {
    pages.push(await read(next));
  }
  // What was written meanwhile belongs to the next look.
  const links = pages.flatMap(({ entries }) => entries).filter(({ number }) => number <= head.number);
  links.sort((one, other) => one.number - other.number);
  let hash = genesis;
  for (const [index, link] of links.entries()) {
    if (link.number !== index + 1) return { isGood: false, number: index + 1 };
    if ((await digest(linkText(hash, partsOf(link)))) !== link.hash) {
      return { isGood: false, number: link.number };
    }
    hash = link.hash;
  }
  if (links.length !== head.number || hash !== head.hash) return { isGood: false, number: links.length + 1 };
  return { isGood: true, entries: links.length };
}
