import * as z from 'zod/mini';
import { endpoint } from '../kernel/endpoint.ts';
import { defineErrors } from '../kernel/errors.ts';
import { cursorSchema, idSchema, instantSchema } from '../kernel/fields.ts';
import { transferKinds, walletLimits } from './wallet.rules.ts';

const amountSchema = z.int().check(z.gte(1), z.lte(walletLimits.amountMinor));

/** Somebody or a group as the other side of a transfer; both are left out when they are gone. */
const partySchema = z.object({
  id: idSchema,
  user: z.optional(z.object({ id: idSchema, name: z.string(), avatarUrl: z.nullable(z.string()) })),
  conversation: z.optional(z.object({ id: idSchema, title: z.string() })),
  /** Whether it is a group's; said of one that is gone too. */
  isGroup: z.optional(z.boolean()),
  /** The one that every Dazi comes from. */
  isTreasury: z.optional(z.boolean()),
});
export type WalletParty = z.output<typeof partySchema>;

export const walletSchema = z.object({
  ...partySchema.shape,
  balanceMinor: z.int(),
  canSend: z.boolean(),
  /** Deposits and what was given, told by number: a newer one is higher. */
  lastNumber: z.int(),
});
export type Wallet = z.output<typeof walletSchema>;
export type TransferKind = (typeof transferKinds)[number];

export const transactionSchema = z.object({
  id: idSchema,
  fromWalletId: idSchema,
  toWalletId: idSchema,
  amountMinor: amountSchema,
  /** Null also when whoever wrote it is gone. */
  memo: z.nullable(z.string()),
  /** Whether it is shown only when asked for: the receiver did not know who wrote it, or the reader has blocked them. */
  isMemoFolded: z.boolean(),
  /** Whether the reader has blocked who wrote it. */
  isMemoOfBlocked: z.boolean(),
  kind: z.enum(transferKinds),
  createdAt: instantSchema,
  /** Of the wallet that is looked at, after this. */
  balanceMinor: z.int(),
  fromWallet: partySchema,
  toWallet: partySchema,
  /** Out of a group: who sent it. Null when whoever that was is gone, and of everything else. */
  sentBy: z.nullable(z.object({ id: idSchema, name: z.string() })),
});
export type Transaction = z.output<typeof transactionSchema>;

export const walletErrors = defineErrors({
  WALLET_NOT_FOUND: { status: 404, text: 'Wallet not found' },
  NOT_YOUR_WALLET: { status: 403, text: 'You can only send from your own wallet' },
  SAME_WALLET: { status: 400, text: 'You cannot send Dazi to the wallet they come from' },
  INSUFFICIENT_BALANCE: { status: 400, text: 'Insufficient balance' },
  WALLET_CLOSED: { status: 409, text: 'This wallet takes no transfers any more' },
  MEMO_NOT_TAKEN: {
    status: 403,
    text: 'This person takes no memos from people they do not know. Send it without a memo.',
  },
  TOO_MANY_MEMOS: {
    status: 429,
    text: 'You have sent this person several memos today. Send it without a memo.',
  },
  TRANSFER_KEY_USED: { status: 409, text: 'Another transfer was made with this key' },

  WALLET_OF_WHOM: { status: 400, text: 'Either userId or conversationId must be provided' },
});

/** Opened when it is first asked for, with the opening deposit when it is a person's. */
export const getWallet = endpoint({
  name: 'getWallet',
  method: 'GET',
  path: '/api/wallets',
  summary: 'The own wallet, or the one of a group one belongs to',
  who: 'signed-in',
  actor: 'userId',
  query: z.object({ userId: z.optional(idSchema), conversationId: z.optional(idSchema) }),
  data: walletSchema,
  errors: ['WALLET_OF_WHOM', 'CONVERSATION_NOT_FOUND', 'NOT_A_MEMBER'],
});

export const walletResultSchema = z.object({
  type: z.enum(['USER', 'GROUP']),
  /** What `toWalletId` takes: the wallet, also of one that was never opened. */
  id: idSchema,
  name: z.string(),
  avatarUrl: z.nullable(z.string()),
  userId: z.optional(idSchema),
  email: z.optional(z.nullable(z.string())),
  description: z.optional(z.nullable(z.string())),
  memberCount: z.optional(z.int()),
  conversationId: z.optional(idSchema),
});
export type WalletResult = z.output<typeof walletResultSchema>;

export const searchWallets = endpoint({
  name: 'searchWallets',
  method: 'GET',
  path: '/api/wallets/search',
  summary: 'Up to 20 people and active groups to send Dazi to, by a part of their name',
  who: 'signed-in',
  actor: 'userId',
  budget: 'search',
  query: z.object({
    userId: z.optional(idSchema),
    q: z.string().check(z.trim(), z.minLength(walletLimits.searchFrom), z.maxLength(50)),
  }),
  data: z.array(walletResultSchema),
});

export const listTransactions = endpoint({
  name: 'listTransactions',
  method: 'GET',
  path: '/api/wallets/{walletId}/transactions',
  summary: 'What came into a wallet and went out of it, newest first',
  who: 'signed-in',
  params: z.object({ walletId: idSchema }),
  query: z.object({
    limit: z.optional(z.coerce.number().check(z.int(), z.gte(1), z.lte(200))),
    cursor: z.optional(cursorSchema),
  }),
  data: z.array(transactionSchema),
  top: { nextCursor: z.nullable(z.string()) },
  errors: ['WALLET_NOT_FOUND'],
});

const keySchema = z
  .string()
  .check(z.minLength(8), z.maxLength(walletLimits.key), z.regex(/^[A-Za-z0-9_-]+$/));

/** For whoever has lost the answer of `transfer`. */
export const findTransfer = endpoint({
  name: 'findTransfer',
  method: 'GET',
  path: '/api/wallets/{walletId}/transfers/{key}',
  summary: 'What was sent from a wallet under a key; null when nothing was',
  who: 'signed-in',
  params: z.object({ walletId: idSchema, key: keySchema }),
  data: z.nullable(transactionSchema),
  errors: ['WALLET_NOT_FOUND'],
});

/** Acknowledged once it is stored for good. The same `key` again answers the first result. */
export const transfer = endpoint({
  name: 'transfer',
  method: 'POST',
  path: '/api/wallets/transfer',
  summary: 'Sends Dazi to somebody or to a group',
  who: 'signed-in',
  actor: 'actorUserId',
  body: z.object({
    actorUserId: z.optional(idSchema),
    fromWalletId: idSchema,
    toWalletId: idSchema,
    amountMinor: amountSchema,
    memo: z.optional(z.nullable(z.string().check(z.trim(), z.maxLength(walletLimits.memo)))),
    /** Made by the device, one for each thing somebody wants. */
    key: z.optional(keySchema),
  }),
  data: z.object({
    transaction: transactionSchema,
    fromWallet: z.object({ id: idSchema, balanceMinor: z.int() }),
    /** Without the balance, which is nobody else's business. */
    toWallet: z.object({ id: idSchema }),
  }),
  errors: [
    'ACCOUNT_LIMITED',
    'WALLET_NOT_FOUND',
    'NOT_YOUR_WALLET',
    'SAME_WALLET',
    'INSUFFICIENT_BALANCE',
    'LEADER_TOO_NEW',
    'WALLET_CLOSED',
    'MEMO_NOT_TAKEN',
    'TOO_MANY_MEMOS',
    'MUTED_IN_ROOM',
    'NEWCOMER_LIMIT',
    'DAY_LIMIT',
    'TRANSFER_KEY_USED',
  ],
});

/** Told to whose wallet it is: something came in or went out. Members of a group hear a change of the conversation. */
export const walletEventSchema = z.object({
  type: z.literal('wallet_changed'),
  walletId: idSchema,
});
export type WalletEvent = z.output<typeof walletEventSchema>;
