import type { CommittedEvent } from '../bus.ts';
import { noticeTopics } from '../notices.ts';
import { gapTopics } from './gap.ts';

/** An event as nodes tell it each other, under its number in the outbox if it stands there. */
export type Letter = readonly [id: number | null, topic: string, event: unknown];
/** Of what is too long only the number. */
export type ShortLetter = Letter | readonly [id: number, topic?: undefined, event?: undefined];

interface Envelope {
  from: string;
  letters: ShortLetter[];
}

/** Notices are read from the outbox in order; that all nodes look at once would be of no use. */
const forThisNodeAlone = new RegExp(`^(${noticeTopics.kind}|${gapTopics.kind}):`);

export const goesToOthers = ({ topic }: { topic: string }): boolean => !forThisNodeAlone.test(topic);

const begun = (from: string) => `{"from":${JSON.stringify(from)},"letters":[`;

/** What goes together, in its order, as texts of so many bytes at most; what is too long goes without words. */
export function envelopesOf(from: string, events: readonly CommittedEvent[], limit_bytes: number): string[] {
  const beginning = begun(from);
  const overhead_bytes = Buffer.byteLength(beginning) + 2;
  const texts: string[] = [];
  let parts: string[] = [];
  let size = overhead_bytes;
  const close = () => {
    if (parts.length > 0) texts.push(`${beginning}${parts.join(',')}]}`);
    parts = [];
    size = overhead_bytes;
  };
  for (const event of events) {
    const part = partOf(event, limit_bytes - overhead_bytes);
    if (part === null) continue;
    const length = Buffer.byteLength(part) + 1;
    if (size + length > limit_bytes) close();
    parts.push(part);
    size += length;
  }
  close();
  return texts;
}

function partOf({ id, topic, stored, delivered }: CommittedEvent, limit_bytes: number): string | null {
  const ways: ShortLetter[] = [[id, topic, delivered]];
  if (id !== null) ways.push([id, topic, stored], [id]);
  return ways.map((way) => JSON.stringify(way)).find((text) => Buffer.byteLength(text) < limit_bytes) ?? null;
}

/** Null when this node wrote it itself: most of what it hears, and not even read. */
export function openedBy(self: string, text: string): readonly ShortLetter[] | null {
  return text.startsWith(begun(self)) ? null : (JSON.parse(text) as Envelope).letters;
}
