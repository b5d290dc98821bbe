import type { ReportTargetType } from '@dazi/contract/moderation/moderation.rules';
import { findBoard } from '#features/governance/governance.service.ts';
import { type OfficeHolder, officeHolders } from '#features/identity/identity.service.ts';
import { tellPerson } from '#features/live/live.service.ts';
import { AppError } from '#platform/app-error.ts';
import type { Deps, TransactingDeps } from '#platform/deps.ts';
import { type Actor, actorFor } from '#platform/http/viewer.ts';
import { countWaiting } from './cases.store.ts';
import type { DecisionRow } from './decisions.store.ts';
import { blockedWith } from './moderated-people.store.ts';

/** Whoever runs the server, at its command line: decides as an administrator does, and is nobody's account. */
export const operator: Actor = {
  ...actorFor({ id: 'operator', name: '', avatarUrl: null, createdAt: new Date(0) }),
  isAdministrator: true,
  isModerator: true,
};

/** As the log names them. */
export const actorIdOf = (actor: Actor): string | null => (actor === operator ? null : actor.id);

export function requireModerator(actor: Actor): void {
  if (!actor.isModerator) throw new AppError('MODERATORS_ONLY');
}

type Decided = Pick<DecisionRow, 'action' | 'personId' | 'decidedBy'>;

export class Office {
  readonly holders: readonly OfficeHolder[];
  readonly #board: ReadonlySet<string>;

  private constructor(holders: readonly OfficeHolder[], board: ReadonlySet<string>) {
    this.holders = holders;
    this.#board = board;
  }

  static async read(deps: Deps): Promise<Office> {
    const holders = await officeHolders(deps);
    return new Office(holders, await findBoard(deps.db));
  }

  /** Moderators and the board are protected from moderators, administrators from everybody. */
  roleOf(personId: string | null): 'person' | 'protected' | 'administrator' | null {
    if (personId === null) return null;
    const holder = this.holders.find(({ id }) => id === personId);
    if (holder?.role === 'administrator') return 'administrator';
    return holder || this.#board.has(personId) ? 'protected' : 'person';
  }

  /** Who reported it, leads the room it was said in, is whom it is about, or has a block with that person either way. */
  async involved(
    deps: Deps,
    personId: string | null,
    partIds: readonly (string | undefined)[],
  ): Promise<ReadonlySet<string>> {
    const ids = this.holders.map(({ id }) => id);
    // Asked of nobody, too: what a report takes must not tell whether its author is still there.
    const blocked = await blockedWith(deps.db, personId ?? '', ids);
    return new Set(ids.filter((id) => id === personId || partIds.includes(id) || blocked.has(id)));
  }

  /** About a moderator, the board and motions only administrators decide; others find at most that no rule was broken. */
  needsAdministrator(personId: string | null, types: readonly ReportTargetType[] = []): boolean {
    return this.roleOf(personId) === 'protected' || types.includes('motion');
  }

  /** Who may decide: whoever is not involved, and where nobody of those may, all administrators. */
  #judges(involved: ReadonlySet<string>, needsAdministrator: boolean): OfficeHolder[] {
    const administrators = this.holders.filter(({ role }) => role === 'administrator');
    const judges = (needsAdministrator ? administrators : this.holders).filter(({ id }) => !involved.has(id));
    return judges.length > 0 ? judges : administrators;
  }

  mayJudge(actor: Actor, involved: ReadonlySet<string>, needsAdministrator: boolean): boolean {
    return (
      !involved.has(actor.id) || this.#judges(involved, needsAdministrator).some(({ id }) => id === actor.id)
    );
  }

  /** Who is not told of a case: whoever is involved, unless they have to decide it all the same. */
  untold(personId: string | null, involved: ReadonlySet<string>, needsAdministrator: boolean): string[] {
    const judges = this.#judges(involved, needsAdministrator);
    return [...involved].filter((id) => id === personId || !judges.some((judge) => judge.id === id));
  }

  /** What only administrators decide, only they decide again: a close, and what is about a moderator or the board. */
  isForAdministrators({ action, personId }: Decided): boolean {
    return action === 'close' || this.roleOf(personId) !== 'person';
  }

  /** Who may decide an appeal, besides whoever decided and those who are involved. */
  reviewersOf(decided: Decided, involved: ReadonlySet<string>): OfficeHolder[] {
    const needsAdministrator = this.isForAdministrators(decided);
    return this.holders.filter(
      ({ id, role }) =>
        id !== decided.decidedBy && !involved.has(id) && (!needsAdministrator || role === 'administrator'),
    );
  }

  /** Whoever decided, or is involved, decides an appeal only where there is nobody else: an administrator then. */
  mayReview(actor: Actor, decided: Decided, involved: ReadonlySet<string>): boolean {
    const reviewers = this.reviewersOf(decided, involved);
    return reviewers.some(({ id }) => id === actor.id) || (reviewers.length === 0 && actor.isAdministrator);
  }

  /** Everybody who moderates hears what waits now: to be asked once all of it is written. */
  async tell(inner: TransactingDeps): Promise<void> {
    const waiting = await countWaiting(inner.db);
    for (const { id } of this.holders) tellPerson(inner, id, { type: 'moderation_changed', waiting });
  }
}
