import type { logActions } from '@dazi/contract/moderation/moderation.rules';
import { chainedHash, commitmentTo, genesis, type Head } from '#platform/chain.ts';
import type { Deps, TransactingDeps } from '#platform/deps.ts';
import * as store from './moderation-log.store.ts';

export interface Logged {
  action: (typeof logActions)[number];
  /** Of a decision its action. */
  code?: string;
  rule?: number | null;
  until?: Date | null;
  /** Null for the command line. */
  actorId: string | null;
  personId: string | null;
  target?: string | null;
  reason?: string | null;
  wasInvolved?: boolean;
}

const linkParts = (link: Omit<store.LogRow, 'hash'>) => [
  Number(link.number),
  link.action,
  link.code,
  link.rule,
  link.until?.toISOString() ?? null,
  link.createdAt.toISOString(),
  link.commitment,
];

/** What the commitment of a link holds, in this order. */
const personalParts = (details: Omit<store.LogDetailsRow, 'number' | 'salt'>) => [
  details.actorId,
  details.personId,
  details.target,
  details.reason,
  details.wasInvolved,
];

/** Writes what was done into the chain, in the transaction that does it; answers its number. */
export async function writeLog(inner: TransactingDeps, logged: Logged): Promise<number> {
  const head = await store.lockHead(inner.db);
  const salt = inner.ids.secret();
  const personal = {
    actorId: logged.actorId,
    personId: logged.personId,
    target: logged.target ?? null,
    reason: logged.reason ?? null,
    wasInvolved: logged.wasInvolved ?? false,
  };
  const link = {
    number: Number(head.number) + 1,
    action: logged.action,
    code: logged.code ?? null,
    rule: logged.rule ?? null,
    until: logged.until ?? null,
    createdAt: inner.clock(),
    commitment: commitmentTo(salt, personalParts(personal)),
  };
  const hash = chainedHash(head.hash, linkParts(link));
  await store.appendLink(inner.db, { ...link, hash }, { number: link.number, ...personal, salt });
  return link.number;
}

export interface LogVerification {
  links: number;
  /** Links whose personal part was erased with a person: their commitments can no longer be opened. */
  erased: number;
  /** The first link that does not fit and why; null when all do. */
  problem: string | null;
  head: Head;
}

const page = 1000;

/** Walks the chain from its beginning and opens the commitments that can be opened. */
export async function verifyLog({ db }: Pick<Deps, 'db'>): Promise<LogVerification> {
  const result: LogVerification = { links: 0, erased: 0, problem: null, head: { number: 0, hash: genesis } };
  for (;;) {
    const rows = await store.linksAfter(db, result.head.number, page);
    for (const { link, details } of rows) {
      const number = Number(link.number);
      if (number !== result.head.number + 1) return { ...result, problem: `link ${number} is out of order` };
      if (chainedHash(result.head.hash, linkParts(link)) !== link.hash) {
        return { ...result, problem: `link ${number} does not fit its hash` };
      }
      if (!details) result.erased++;
      else if (commitmentTo(details.salt, personalParts(details)) !== link.commitment) {
        return { ...result, problem: `link ${number} does not open its commitment` };
      }
      result.links++;
      result.head = { number, hash: link.hash };
    }
    if (rows.length < page) break;
  }
  const head = await store.readHead(db);
  if (Number(head.number) !== result.head.number || head.hash !== result.head.hash) {
    return { ...result, problem: 'the end of the chain is not where it should be' };
  }
  return result;
}
