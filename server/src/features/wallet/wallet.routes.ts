import {
  findTransfer,
  getWallet,
  listTransactions,
  searchWallets,
  transfer,
} from '@dazi/contract/wallet/wallet';
import { walletLimits } from '@dazi/contract/wallet/wallet.rules';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '#platform/deps.ts';
import { handle } from '#platform/http/routes.ts';
import { LedgerWriter } from './ledger.service.ts';
import * as history from './transactions.service.ts';
import * as wallets from './wallet.service.ts';

export function walletRoutes(app: FastifyInstance, deps: Deps): void {
  const ledger = new LedgerWriter(deps);

  handle(app, getWallet, async ({ actor, query }) => ({
    data: await wallets.getWallet(deps, actor, query),
  }));

  handle(app, searchWallets, async ({ actor, query }) => ({
    data: await wallets.searchWallets(deps, actor, query.q),
  }));

  handle(app, listTransactions, async ({ actor, params, query }) => {
    const page = { limit: query.limit ?? walletLimits.page, cursor: query.cursor };
    const { transactions, nextCursor } = await history.listTransactions(deps, actor, params.walletId, page);
    return { data: transactions, nextCursor };
  });

  handle(app, findTransfer, async ({ actor, params }) => ({
    data: await history.findTransfer(deps, actor, params.walletId, params.key),
  }));

  handle(app, transfer, async ({ actor, body }) => ({
    data: await wallets.transfer(deps, ledger, actor, body),
  }));
}
