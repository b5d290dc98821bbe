import type { Deps } from '../deps.ts';
import { port } from '../ports.ts';

export interface Actor {
  readonly id: string;
  readonly name: string;
  readonly avatarUrl: string | null;
  readonly isAdministrator: boolean;
  /** Whether they have said that age and gender of their profile are theirs. */
  readonly isConfirmed: boolean;
}

export interface FoundViewer {
  actor: Actor;
  sessionId: string;
  expiresAt: Date;
  /** When the account was deleted, for somebody who may still restore it. */
  leftAt: Date | null;
}

export type FindViewer = (sessionToken: string) => Promise<FoundViewer | null>;
export const viewerFinderPort = port<(deps: Deps) => FindViewer>('whose session a cookie belongs to');
