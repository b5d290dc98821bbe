import type { Standing } from '@dazi/contract/identity/standing';
import type { Deps } from '../deps.ts';
import { port } from '../ports.ts';

export interface Actor {
  readonly id: string;
  readonly name: string;
  readonly avatarUrl: string | null;
  readonly isAdministrator: boolean;
  /** Administrators are moderators, too. */
  readonly isModerator: boolean;
  /** Whether they have said that age and gender of their profile are theirs. */
  readonly isConfirmed: boolean;
  readonly createdAt: Date;
  /** Only `good` and `limited` act; the others reach what is marked `whileOut`. */
  readonly standing: Standing;
  /** The decision that must be read before they go on. */
  readonly unreadDecisionId: string | null;
}

export interface FoundViewer {
  actor: Actor;
  sessionId: string;
  deviceId: string;
  isKept: boolean;
  expiresAt: Date;
  /** The same, where this very use moved it: the cookie is to follow. */
  slidTo: Date | null;
  /** When the account was deleted, for somebody who may still restore it. */
  leftAt: Date | null;
}

export type FindViewer = (sessionToken: string) => Promise<FoundViewer | null>;
export const viewerFinderPort = port<(deps: Deps) => FindViewer>('whose session a cookie belongs to');

/** Somebody for whom the server acts by itself: in good standing, with no rights but their own. */
export const actorFor = (person: Pick<Actor, 'id' | 'name' | 'avatarUrl' | 'createdAt'>): Actor => ({
  ...person,
  isAdministrator: false,
  isModerator: false,
  isConfirmed: true,
  standing: { kind: 'good', until: null, decisionId: null },
  unreadDecisionId: null,
});
