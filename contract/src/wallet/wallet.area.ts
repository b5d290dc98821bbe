import { defineArea } from '../kernel/area.ts';
import * as wallet from './wallet.ts';
import { walletNotices } from './wallet-notices.ts';

export const walletArea = defineArea('wallet', {
  errors: wallet.walletErrors,
  calls: [wallet],
  events: { person: [wallet.walletEventSchema] },
  notices: walletNotices,
});
