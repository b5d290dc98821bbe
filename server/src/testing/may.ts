import type { Endpoint } from '@dazi/contract/kernel/endpoint';
import { type Role, roles } from './may-cast.ts';
import type { MayScene } from './may-scene.ts';
import type { TestPerson } from './test-person.ts';

/** "200", "404 POST_NOT_FOUND"; for reads "200 sees" or "200 without", as the thing is in the answer or not. */
export type Outcome = string;

export interface Case {
  readonly of: string;
  readonly expected: Readonly<Record<Role, Outcome>>;
  request(scene: MayScene, as: TestPerson, role: Role): Promise<Outcome>;
}

export const everyone = (outcome: Outcome): Record<Role, Outcome> =>
  Object.fromEntries(roles.map((role) => [role, outcome])) as Record<Role, Outcome>;
/** Those between whom and the owner there is a block. */
export const hidden = (outcome: Outcome) => ({ blocker: outcome, blocked: outcome });
/** Whoever may not reach people who do not know them. */
export const limited = { limited: '403 ACCOUNT_LIMITED' } as const;
export const moderators = (outcome: Outcome) => ({ moderator: outcome, administrator: outcome });
/** Whoever has not said that age and gender of the profile are theirs. */
export const unconfirmed = { unconfirmed: '403 PROFILE_NOT_CONFIRMED' } as const;
export const seenByAllBut = (outcome: Outcome) => ({ ...everyone('200 sees'), ...hidden(outcome) });
/** The owner may, others are refused as said. */
export const ownerOnly = (visitor: Outcome, others: Outcome, hiddenOnes: Outcome = others) => ({
  ...everyone(others),
  ...hidden(hiddenOnes),
  visitor,
  owner: '200',
});

/** What somebody is answered; where `seen` is given, whether the thing is in it, or what that says itself. */
export async function ask(
  as: TestPerson,
  endpoint: Endpoint,
  input: object,
  seen?: (data: never) => unknown,
): Promise<Outcome> {
  const answer = await as.call(endpoint, input);
  if (!answer.success) return `${answer.status} ${answer.code}`;
  if (!seen) return `${answer.status}`;
  const found = seen(answer.data as never);
  return typeof found === 'string' ? found : `${answer.status} ${found ? 'sees' : 'without'}`;
}

export async function askForFile(as: TestPerson, path: string): Promise<Outcome> {
  const answer = await as.fetch(path);
  if (/^(image|application\/zip)/.test(answer.headers.get('content-type') ?? '')) {
    await answer.arrayBuffer();
    return `${answer.status}`;
  }
  return `${answer.status} ${((await answer.json()) as { code: string }).code}`;
}
