import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { subscribeToPersonal } from '#platform/stream.ts';
import { refreshWallets } from './wallet.api.ts';

/** Many who give to one group at once let it be asked for once. */
const gather_ms = 300;

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
      // Money that moved, or somebody who came, went or became the owner: whoever may send may have changed.
      takes: {
        wallet_changed: refreshSoon,
        membership: refreshSoon,
        member_leave: refreshSoon,
        conversation_update: ({ change }) => {
          if (change.kind === 'wallet' || change.kind === 'details') refreshSoon();
        },
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
