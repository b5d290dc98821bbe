import type { Endpoint } from '@dazi/contract/kernel/endpoint';
import type { SampleOf } from './bad-input-scene.ts';
import type { BlockCase } from './blocks-scene.ts';
import type { KeptRow } from './kept-scene.ts';
import type { Case } from './may.ts';
import type { Measured, SameSize } from './statements-scene.ts';

/** What an area shows to the outside. The tests in this folder fail for whatever has no row. */
export interface Surface {
  /** As contract/src/areas.ts calls it. */
  readonly of: string;
  /** One row for each call of the contract. */
  readonly calls: readonly CallRow[];
  /** One row for each event that the stream carries. */
  readonly events?: readonly EventRow[];
  /** Addresses that no call of the contract describes. */
  readonly paths?: readonly PathRow[];
  readonly keeps?: readonly KeptRow[];
  /** What must cost as many statements for many things as for one. */
  readonly sizes?: readonly SameSize[];
}

export interface CallRow {
  readonly endpoint: Endpoint;
  /** The most database statements that it may take, or why nobody counts them. */
  readonly statements: Measured | string;
  /** One request with every field filled, so that each of them can be spoilt. */
  readonly sample: SampleOf;
  /** The largest body it takes, where that is neither the usual nor eight megabytes. */
  readonly largestBody_megabytes?: number;
  readonly may: readonly Case[];
  /** What it shows of one person to another across a block, or why nobody meets anybody there. */
  readonly acrossBlocks: string | readonly BlockCase[];
}

export interface EventRow {
  /** As the frame or the event of an area calls itself. */
  readonly type: string;
  /** What it tells of one person across a block, or why it tells of nobody. */
  readonly acrossBlocks: string | readonly BlockCase[];
}

export interface PathRow {
  readonly method: string;
  readonly path: string;
  readonly may: readonly Case[];
}
