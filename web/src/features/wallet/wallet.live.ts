import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { subscribeToPersonal } from '#platform/stream.ts';
import type { PersonalEvent } from '#platform/stream-core.ts';
import { refreshWallets } from './wallet.api.ts';

/** Many who give to one group at once let it be asked for once. */
const gather_ms = 300;

/** Of money that moved, or of somebody who came, went or became the owner: whoever may send may have changed. */
function isAboutWallets(event: PersonalEvent): boolean {
  if (event.type === 'conversation_update') return ['wallet', 'details'].includes(event.change.kind);
  return ['wallet_changed', 'membership', 'member_leave'].includes(event.type);
}

/** While a wallet is open it follows what comes and goes. */
export function useWalletNews(): void {
  const client = useQueryClient();
  useEffect(() => {
    let gathering: ReturnType<typeof setTimeout> | undefined;
    const refreshSoon = () => {
      gathering ??= setTimeout(() => {
        gathering = undefined;
        void refreshWallets(client);
      }, gather_ms);
    };
    const subscription = subscribeToPersonal({
      told: (event) => {
        if (isAboutWallets(event)) refreshSoon();
      },
      resumed: (_behind, isAfterGap) => {
        if (isAfterGap) refreshSoon();
      },
    });
    return () => {
      subscription.close();
      clearTimeout(gathering);
    };
  }, [client]);
}
