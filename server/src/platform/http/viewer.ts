/** Who asks: the person of the session. */
export interface Actor {
  readonly id: string;
  readonly name: string;
  readonly avatarUrl: string | null;
  readonly isAdministrator: boolean;
}

export interface FoundViewer {
  actor: Actor;
  sessionId: string;
  expiresAt: Date;
  /** When the account was deleted, for somebody who may still restore it. */
  leftAt: Date | null;
}

/** Finds out whose session a cookie belongs to; filled by the identity feature. */
export type FindViewer = (sessionToken: string) => Promise<FoundViewer | null>;
