import { type ComponentType, useEffect, useState } from 'react';
import { clearUnread, setUnread } from '#app/shell/unread-count.ts';
import { allTextsReady } from '#platform/i18n/i18n.ts';
import { whenIdle } from '#platform/idle.ts';
import { loadInTime } from '#platform/load-in-time.ts';
import { dialogSurface } from '#ui/Dialog.tsx';
import { menuSurface } from '#ui/Menu.tsx';
import { popoverSurface } from '#ui/Popover.tsx';

interface KeeperProps {
  userId: string;
  onUnread(waiting: { messages?: number; motions?: number; cases?: number }): void;
}

/** On every page of somebody signed in: counts, news, the bell, and what still waits to be sent. Comes after the page. */
export function MessagesInBackground({ userId }: { userId: string }) {
  const [Keeper, setKeeper] = useState<ComponentType<KeeperProps> | null>(null);
  useEffect(() => {
    let isGone = false;
    Promise.all([
      loadInTime<'BackgroundKeepers', ComponentType<KeeperProps>>(
        'BackgroundKeepers',
        () => import('#app/shell/signed-in-parts.ts'),
      ),
      allTextsReady,
    ]).then(
      ([part]) => !isGone && setKeeper(() => part),
      // Without it the page works; the messages page says by itself what does not come.
      () => {},
    );
    return () => {
      isGone = true;
      clearUnread();
    };
  }, []);
  // Whoever is under way with a conversation may lose the network before the first menu opens.
  useEffect(
    () =>
      whenIdle(() => {
        for (const surface of [menuSurface, popoverSurface, dialogSurface]) surface.preload();
      }),
    [],
  );
  return Keeper && <Keeper userId={userId} onUnread={setUnread} />;
}
