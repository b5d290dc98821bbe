import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { devicesKey } from '#features/identity/devices.api.ts';
import { subscribeToPersonal } from '#platform/stream.ts';

export function useDevicesNews(userId: string): void {
  const client = useQueryClient();
  useEffect(() => {
    const refresh = () => void client.invalidateQueries({ queryKey: devicesKey(userId) });
    const subscription = subscribeToPersonal({
      takes: { devices_changed: refresh },
      resumed: (_behind, isAfterGap) => {
        if (isAfterGap) refresh();
      },
    });
    return () => subscription.close();
  }, [client, userId]);
}
