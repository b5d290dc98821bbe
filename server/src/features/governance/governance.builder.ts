import {
  type BallotVote,
  type BoardMember,
  castBoardVote,
  createMotion,
  listBoardMembers,
  type Motion,
  voteOnMotion,
} from '@dazi/contract/governance/governance';
import { boardSize } from '@dazi/contract/governance/governance.rules';
import type { TestApp } from '../../testing/test-app.ts';
import type { TestPerson } from '../../testing/test-person.ts';

export const castVote = (
  voter: TestPerson,
  candidate: TestPerson | string,
  action: 'check' | 'add' | 'remove' = 'add',
) =>
  voter.call(castBoardVote, {
    body: { candidateId: typeof candidate === 'string' ? candidate : candidate.id, action },
  });

export const boardOf = async (viewer: TestPerson): Promise<BoardMember[]> =>
  (await viewer.get(listBoardMembers)).data;

/** Everybody of them but the first is voted for by the first, and the first by the second. */
export async function elect(people: readonly TestPerson[]): Promise<void> {
  const [first, second] = people;
  for (const person of people) {
    const answer = await castVote(person === first ? second! : first!, person);
    if (!answer.success) throw new Error(answer.code);
  }
}

export async function aBoard(app: TestApp, name = 'Member', size = boardSize): Promise<TestPerson[]> {
  const people: TestPerson[] = [];
  for (let seat = 1; seat <= size; seat++)
    people.push(await app.person(`${name} ${seat}`, { profile: false }));
  await elect(people);
  return people;
}

export const aMotion = async (by: TestPerson, title = 'Benches'): Promise<Motion> =>
  (await by.get(createMotion, { body: { title, content: 'Put more benches into the park.' } })).data;

export const ballot = (by: TestPerson, motion: { id: string }, vote: BallotVote = 'YES') =>
  by.call(voteOnMotion, { params: { motionId: motion.id }, body: { vote } });

export { verifyGovernance } from './governance-verification.service.ts';
