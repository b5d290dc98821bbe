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
      told: (event) => {
        const isGroups = event.type === 'conversation_update' && event.change.kind === 'wallet';
        if (isGroups || event.type === 'wallet_changed') refreshSoon();
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
