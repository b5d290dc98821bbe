import type { MessageType } from '@dazi/contract/chat/conversations';
import type { ReportTargetType } from '@dazi/contract/moderation/moderation.rules';
import type { FastifyInstance } from 'fastify';
import type { AccountPart } from './account-part.ts';
import type { Deps, TransactingDeps } from './deps.ts';
import type { LinkFold } from './folded-links.ts';
import type { Actor } from './http/viewer.ts';
import type { Job, JobRuns } from './jobs.ts';
import type { Mailer } from './mail.ts';
import type { RunningNode } from './node-registry.ts';
import type { AreaNotices, Notices } from './notices.ts';
import type { Fill, Ports } from './ports.ts';
import type { PushSender } from './push.ts';
import type { ProviderAccess } from './sign-in/known-provider.ts';

export type MayRead = (
  deps: Deps,
  viewer: Actor | null,
  medium: { id: string; ownerId: string },
  /** Asked for as part of what the viewer has unfolded. */
  unfolds: boolean,
) => Promise<boolean>;

/** For every purpose but that of uploads, which nobody reads but their owner. */
export type MediaGuards = Readonly<Record<'post' | 'avatar' | 'message' | 'sealed', MayRead>>;

/** At this moment, or when its author took it away. */
export interface ReportedSnapshot {
  /** Null for a room without an owner, and once the account is erased. */
  readonly ownerId: string | null;
  readonly content: string;
  readonly type: MessageType | null;
  readonly mediaIds: readonly string[];
  readonly createdAt: Date;
  readonly room: string | null;
  readonly isPrivate: boolean;
  readonly goneAt: Date | null;
  readonly goneBy: 'author' | 'room' | 'moderators' | 'expiry' | null;
}

export interface Removal {
  rule: number;
  decisionId: string;
}

export interface ReportTarget {
  /** True for what passes from one owner to the next: reports about it go with nobody's account. */
  readonly changesHands?: true;
  /**
   * Whose it is, for somebody who could once see it, there or not, blocked or not, or who has an invite to it. Else the
   * area's own 404.
   */
  ownerOf(deps: Deps, actor: Actor, targetId: string, invite?: string): Promise<string | null>;
  snapshots(deps: Deps, targetIds: readonly string[]): Promise<ReadonlyMap<string, ReportedSnapshot>>;
  /** Who leads the rooms these were said in, by id: of their own room leaders judge nothing as moderators. */
  roomLeaders?(deps: Deps, targetIds: readonly string[]): Promise<ReadonlyMap<string, string>>;
  /** Folds the links in its words, or shows them for good; false where there is nothing to change. */
  foldLinks?(inner: TransactingDeps, targetId: string, to: LinkFold): Promise<boolean>;
  /** What of it was folded or shown again has changed: whoever looks at it asks for it anew. */
  tellFolded?(inner: TransactingDeps, targetId: string): Promise<void>;
  /** Takes it out of every list; false when it is gone already. Not there for what nobody takes away. */
  remove?(inner: TransactingDeps, targetId: string, removal: Removal): Promise<boolean>;
  /** Takes what must be locked before any of these comes back, at once for all that comes back together. */
  lockForRestoring?(inner: TransactingDeps, targetIds: readonly string[]): Promise<void>;
  /** Brings back what moderators removed; false when there is nothing left to bring back. */
  restore?(
    inner: TransactingDeps,
    targetId: string,
    said: { content: string; mediaIds: readonly string[] },
  ): Promise<boolean>;
}
export type ReportTargets = Readonly<Record<ReportTargetType, ReportTarget>>;

export interface RunningServer {
  readonly version: string;
  readonly startedAt: Date;
  readonly database: 'embedded' | 'postgresql';
  readonly jobs: readonly JobRuns[];
  /** All on this database; none where it belongs to one. */
  readonly nodes: () => Promise<readonly RunningNode[]>;
}

export interface House {
  readonly deps: Deps;
  readonly ports: Ports;
  readonly provider: ProviderAccess;
  readonly push: PushSender;
  readonly mailer: Mailer | null;
  readonly accountParts: readonly AccountPart[];
  readonly mediaGuards: MediaGuards;
  readonly reportTargets: ReportTargets;
  readonly notices: Notices;
  readonly running: RunningServer;
}

export interface Background {
  stop(): Promise<void>;
}

export interface Area {
  readonly name: string;
  routes?(server: FastifyInstance, house: House): void | Promise<void>;
  jobs?(house: House): readonly Job[];
  start?(house: House): Background;
  accountParts?(ports: Ports): readonly AccountPart[];
  readonly notices?: readonly AreaNotices[];
  /** Where several areas guard one purpose, one that lets somebody read is enough. */
  readonly mediaGuards?: Partial<MediaGuards>;
  reportTargets?(ports: Ports): Partial<ReportTargets>;
  /** The questions of areas above that it answers. */
  readonly fills?: readonly Fill[];
}
