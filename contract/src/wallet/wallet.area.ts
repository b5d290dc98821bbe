import { defineArea } from '../kernel/area.ts';
import * as wallet from './wallet.ts';

export const walletArea = defineArea('wallet', {
  errors: wallet.walletErrors,
  calls: [wallet],
  events: { person: [wallet.walletEventSchema] },
});
