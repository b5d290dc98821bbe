/** Who asks: the person of the session. */
export interface Actor {
  readonly id: string;
  readonly name: string;
  readonly avatarUrl: string | null;
  readonly isAdministrator: boolean;
}

/** Finds out whose session a cookie belongs to; filled by the identity feature. */
export type FindViewer = (
  sessionToken: string,
) => Promise<{ actor: Actor; sessionId: string; expiresAt: Date } | null>;
