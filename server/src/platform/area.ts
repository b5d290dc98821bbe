import type { ReportTargetType } from '@dazi/contract/moderation/moderation';
import type { FastifyInstance } from 'fastify';
import type { AccountPart } from './account-part.ts';
import type { Deps, TransactingDeps } from './deps.ts';
import type { Actor } from './http/viewer.ts';
import type { Job } from './jobs.ts';
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
export type MediaGuards = Readonly<Record<'post' | 'avatar' | 'message', MayRead>>;

/** What a kind of thing that may be reported answers for. */
export interface ReportTarget {
  /** True for what passes from one owner to the next: reports about it go with nobody's account. */
  readonly changesHands?: true;
  /** Whose it is. Throws the area's own 404 for what is unknown or hidden from the actor. */
  ownerOf(deps: Deps, actor: Actor, targetId: string): Promise<string>;
  /** Takes it out of every list; false when it is gone already. Not there for what nobody takes away. */
  remove?(inner: TransactingDeps, targetId: string): Promise<boolean>;
}
export type ReportTargets = Readonly<Record<ReportTargetType, ReportTarget>>;

export interface House {
  readonly deps: Deps;
  readonly ports: Ports;
  readonly provider: ProviderAccess;
  readonly push: PushSender;
  readonly accountParts: readonly AccountPart[];
  readonly mediaGuards: MediaGuards;
  readonly reportTargets: ReportTargets;
  readonly notices: Notices;
}

/** What runs beside the requests until it is stopped. */
export interface Background {
  stop(): Promise<void>;
}

/** What an area gives to the house; app.ts walks the list of areas and names none of them. */
export interface Area {
  readonly name: string;
  routes?(server: FastifyInstance, house: House): void | Promise<void>;
  jobs?(house: House): readonly Job[];
  /** Begins what runs beside the requests. */
  start?(house: House): Background;
  /** What its parts keep of a person, in their order. */
  accountParts?(ports: Ports): readonly AccountPart[];
  readonly notices?: readonly AreaNotices[];
  /** Where several areas guard one purpose, one that lets somebody read is enough. */
  readonly mediaGuards?: Partial<MediaGuards>;
  reportTargets?(ports: Ports): Partial<ReportTargets>;
  /** The questions of areas above that it answers. */
  readonly fills?: readonly Fill[];
}
