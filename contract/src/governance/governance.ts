import * as z from 'zod/mini';
import { endpoint } from '../kernel/endpoint.ts';
import { defineErrors } from '../kernel/errors.ts';
import { clientIdSchema, cursorSchema, idSchema, instantSchema, wordsUpTo } from '../kernel/fields.ts';
import {
  ballotVotes,
  boardSize,
  governanceChains,
  governanceLimits,
  motionStatuses,
} from './governance.rules.ts';

const nameAndFace = { id: idSchema, name: z.string(), avatarUrl: z.nullable(z.string()) };
/** Left out for visitors. */
const email = z.optional(z.nullable(z.string()));
const pageQuery = z.object({
  limit: z.optional(z.coerce.number().check(z.int(), z.gte(1), z.lte(100))),
  cursor: z.optional(cursorSchema),
});
const nextCursor = z.nullable(z.string());

export const boardMemberSchema = z.object({
  ...nameAndFace,
  email,
  verified: z.boolean(),
  /** Board votes that stand. */
  vote_count: z.int(),
  /** Of the account. */
  createdAt: instantSchema,
  /** Whether the caller's vote for them stands; left out for visitors. */
  hasVoted: z.optional(z.boolean()),
});
export type BoardMember = z.output<typeof boardMemberSchema>;

const personSchema = z.object(nameAndFace);
export type MotionStatus = (typeof motionStatuses)[number];
export type BallotVote = (typeof ballotVotes)[number];

export const ballotSchema = z.object({
  id: idSchema,
  /** Null, as the voter, when their account is gone: the ballot stays. */
  voterId: z.nullable(idSchema),
  voter: z.nullable(personSchema),
  voter_name: z.string(),
  vote: z.enum(ballotVotes),
  votedAt: instantSchema,
});
export type Ballot = z.output<typeof ballotSchema>;

/** Taken away by moderators: title and content are empty, and it takes no ballots. */
const removedSchema = z.nullable(z.object({ rule: z.int() }));

export const motionSchema = z.object({
  id: idSchema,
  removed: removedSchema,
  title: z.string(),
  content: z.string(),
  /** Null, as the creator, when their account is gone. */
  createdBy: z.nullable(idSchema),
  creator: z.nullable(personSchema),
  status: z.enum(motionStatuses),
  votes: z.array(ballotSchema),
  createdAt: instantSchema,
  updatedAt: instantSchema,
  /** Whether the caller's ballot would be taken: they have a seat, have not voted yet, and it is open. */
  can: z.object({ vote: z.boolean() }),
});
export type Motion = z.output<typeof motionSchema>;

export const resolutionSchema = z.object({
  /** From 1, without gaps. */
  number: z.int(),
  motionId: idSchema,
  removed: removedSchema,
  title: z.string(),
  content: z.string(),
  passedAt: instantSchema,
  creator: z.nullable(personSchema),
  /** Of the motion. */
  createdAt: instantSchema,
  votingSummary: z.object({ totalVotes: z.int(), yesVotes: z.int(), noVotes: z.int() }),
  /** The ballots it passed by; a YES of somebody who had left the board is not among them. */
  votes: z.array(ballotSchema),
});
export type Resolution = z.output<typeof resolutionSchema>;

const voterSchema = z.object({ ...nameAndFace, email });

export const votingRecordSchema = z.object({
  id: idSchema,
  voter: voterSchema,
  candidate: voterSchema,
  createdAt: instantSchema,
});
export type VotingRecord = z.output<typeof votingRecordSchema>;

export const governanceErrors = defineErrors({
  BOARD_VOTE_YOURSELF: { status: 400, text: 'You cannot vote for yourself' },
  NOT_A_BOARD_MEMBER: { status: 403, text: 'Only board members can do this' },
  MOTION_NOT_FOUND: { status: 404, text: 'Motion not found' },
  ALREADY_VOTED: { status: 409, text: 'You have already voted on this motion' },
  MOTION_SETTLED: { status: 409, text: 'This motion is already decided' },
});

export const listBoardMembers = endpoint({
  name: 'listBoardMembers',
  method: 'GET',
  path: '/api/governance/board-members',
  summary: 'The up to 12 people with the most board votes, the most first; or those who come behind them',
  who: 'anyone',
  whileOut: 'visitor',
  query: z.object({
    /** So many are passed over: from 12 on it answers a page of the candidates without a seat. */
    from: z.optional(z.coerce.number().check(z.int(), z.gte(boardSize), z.lte(100_000))),
  }),
  data: z.array(boardMemberSchema),
});

/** Of two who have as many votes, who has had them for longer comes first. */
export const castBoardVote = endpoint({
  name: 'castBoardVote',
  method: 'POST',
  path: '/api/governance/board-votes',
  summary: 'Adds or removes the own vote for somebody as a board member, or only says whether it stands',
  who: 'signed-in',
  actor: 'voterId',
  body: z.object({
    voterId: z.optional(idSchema),
    candidateId: idSchema,
    action: z.enum(['check', 'add', 'remove']),
  }),
  data: z.object({ hasVoted: z.boolean() }),
  top: { hasVoted: z.boolean() },
  errors: ['BOARD_VOTE_YOURSELF', 'PERSON_NOT_FOUND'],
});

export const listVotingRecords = endpoint({
  name: 'listVotingRecords',
  method: 'GET',
  path: '/api/governance/voting-records',
  summary: 'The board votes that stand, newest first',
  who: 'anyone',
  whileOut: 'visitor',
  query: pageQuery,
  data: z.array(votingRecordSchema),
  top: { nextCursor },
});

export const listMotions = endpoint({
  name: 'listMotions',
  method: 'GET',
  path: '/api/governance/motions',
  summary: 'Motions: those that are pending first, then newest first',
  who: 'anyone',
  whileOut: 'visitor',
  /** Those that became `except` are left out: what passed is among the resolutions. */
  query: z.extend(pageQuery, { except: z.optional(z.enum(motionStatuses)) }),
  data: z.array(motionSchema),
  top: { nextCursor },
});

export const getMotion = endpoint({
  name: 'getMotion',
  method: 'GET',
  path: '/api/governance/motions/{motionId}',
  summary: 'One motion, and the resolution that it became',
  who: 'anyone',
  whileOut: 'visitor',
  params: z.object({ motionId: idSchema }),
  data: motionSchema,
  top: { resolution: z.optional(resolutionSchema) },
  errors: ['MOTION_NOT_FOUND'],
});

/** The same `clientId` again within a day answers the motion that was made the first time. */
export const createMotion = endpoint({
  name: 'createMotion',
  method: 'POST',
  path: '/api/governance/motions',
  summary: 'Puts a motion to the board',
  who: 'signed-in',
  actor: 'createdBy',
  body: z.object({
    title: wordsUpTo(governanceLimits.title),
    content: wordsUpTo(governanceLimits.content),
    createdBy: z.optional(idSchema),
    clientId: z.optional(clientIdSchema),
  }),
  data: motionSchema,
  errors: ['NOT_A_BOARD_MEMBER'],
});

/** Final. The board is that of this moment. */
export const voteOnMotion = endpoint({
  name: 'voteOnMotion',
  method: 'POST',
  path: '/api/governance/motions/{motionId}/vote',
  summary: 'Votes YES or NO on a pending motion, once',
  who: 'signed-in',
  actor: 'voterId',
  params: z.object({ motionId: idSchema }),
  body: z.object({ voterId: z.optional(idSchema), vote: z.enum(ballotVotes) }),
  data: motionSchema,
  /** When it passed by this vote. */
  top: { resolution: z.optional(resolutionSchema) },
  errors: ['NOT_A_BOARD_MEMBER', 'MOTION_NOT_FOUND', 'ALREADY_VOTED', 'MOTION_SETTLED'],
});

export const listResolutions = endpoint({
  name: 'listResolutions',
  method: 'GET',
  path: '/api/governance/resolutions',
  summary: 'What the board has resolved, newest first',
  who: 'anyone',
  whileOut: 'visitor',
  query: pageQuery,
  data: z.array(resolutionSchema),
  top: { nextCursor, total: z.int() },
});
export type GovernanceChain = (typeof governanceChains)[number];

/**
 * One link of a chain. With SHA-256 over JSON without spaces, in lower hex, everybody can verify it:
 * `hash = H([hash of the link before, ...parts])` (`chain.ts`), beginning with 64 zeros, and where the personal part was not erased
 * the last of `parts` is `H([salt, ...personal])`. `parts` begins with the number, from 1 and without gaps, then
 * - board-votes: id, ADDED or REMOVED, when, commitment; personal: voter, candidate
 * - ballots: id, motion, digest of the motion's text `H([id, title, content])`, YES or NO, when, commitment; personal: voter
 * - resolutions: motion, digest of its text, numbers of the ballots it passed by, when; nothing personal
 */
export const chainLinkSchema = z.object({
  number: z.int(),
  parts: z.array(z.union([z.string(), z.int(), z.array(z.int())])),
  hash: z.string(),
  /** Null when it was erased, or when somebody in it is hidden because their account is to be. */
  opening: z.nullable(z.object({ salt: z.string(), personal: z.array(z.string()) })),
});
export type ChainLink = z.output<typeof chainLinkSchema>;

export const listChainLinks = endpoint({
  name: 'listChainLinks',
  method: 'GET',
  path: '/api/governance/chains/{chain}',
  summary: 'The links of a chain in order, to verify it oneself',
  who: 'anyone',
  whileOut: 'visitor',
  params: z.object({ chain: z.enum(governanceChains) }),
  query: z.object({
    after: z.optional(z.coerce.number().check(z.int(), z.gte(0), z.lte(Number.MAX_SAFE_INTEGER))),
    limit: z.optional(z.coerce.number().check(z.int(), z.gte(1), z.lte(governanceLimits.links))),
  }),
  data: z.array(chainLinkSchema),
  /** Where the chain ended at that moment. */
  top: { head: z.object({ number: z.int(), hash: z.string() }) },
});
