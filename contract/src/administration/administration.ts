import * as z from 'zod/mini';
import { standingSchema } from '../identity/standing.ts';
import { endpoint } from '../kernel/endpoint.ts';
import { cursorSchema, idSchema, instantSchema } from '../kernel/fields.ts';
import { administrationLimits } from './administration.rules.ts';

/** What an operator sees of the server and of who is on it. To everybody else these calls are not there. */

const sizeSchema = z.object({ files: z.int(), bytes: z.int() });

export const getServerState = endpoint({
  name: 'getServerState',
  method: 'GET',
  path: '/api/administration/server',
  summary: 'How the server is doing, and the settings in force',
  who: 'administrator',
  data: z.object({
    version: z.string(),
    node: z.string(),
    startedAt: instantSchema,
    database: z.object({
      kind: z.enum(['embedded', 'postgresql']),
      version: z.string(),
      bytes: z.int(),
      /** The name of the last migration. */
      schema: z.string(),
    }),
    /** Of the disk that holds the data directory. */
    disk: z.object({ total_bytes: z.int(), free_bytes: z.int() }),
    media: sizeSchema,
    accounts: z.object({ all: z.int(), ofLastHour: z.int(), ofLastDay: z.int(), active: z.int() }),
    /** Events that still have to become notifications, pushes to browsers, and uploads that are part of nothing. */
    queues: z.object({ notifications: z.int(), pushes: z.int(), uploads: z.int() }),
    /** All that run on the database, or did within a day; none where it belongs to one. */
    nodes: z.array(
      z.object({
        name: z.string(),
        version: z.string(),
        startedAt: instantSchema,
        seenAt: instantSchema,
        isAlive: z.boolean(),
        /** The one that answers. */
        isHere: z.boolean(),
        hasOtherMedia: z.boolean(),
      }),
    ),
    /** What is done regularly by the node that answers. */
    jobs: z.array(
      z.object({
        name: z.string(),
        every_s: z.int(),
        begunAt: z.nullable(instantSchema),
        endedAt: z.nullable(instantSchema),
        hasFailed: z.boolean(),
        /** Done by another node, or by none yet. */
        isElsewhere: z.boolean(),
      }),
    ),
    settings: z.array(
      z.object({
        name: z.string(),
        /** Null where there is none, and for secrets. */
        value: z.nullable(z.string()),
        isGiven: z.boolean(),
        isSecret: z.boolean(),
      }),
    ),
  }),
});

export const listAccounts = endpoint({
  name: 'listAccounts',
  method: 'GET',
  path: '/api/administration/accounts',
  summary: 'Accounts, the newest first; by a part of the name or address, or by id',
  who: 'administrator',
  query: z.object({
    query: z.optional(z.string().check(z.maxLength(administrationLimits.query))),
    cursor: z.optional(cursorSchema),
  }),
  data: z.array(
    z.object({
      id: idSchema,
      name: z.string(),
      avatarUrl: z.nullable(z.string()),
      email: z.nullable(z.string()),
      isEmailVerified: z.boolean(),
      createdAt: instantSchema,
      lastActiveAt: instantSchema,
      standing: standingSchema,
      /** When its owner deleted it; it may be restored until it is erased. */
      leftAt: z.nullable(instantSchema),
      role: z.nullable(z.enum(['moderator', 'administrator'])),
      openReports: z.int(),
    }),
  ),
  top: { nextCursor: z.nullable(z.string()) },
});
