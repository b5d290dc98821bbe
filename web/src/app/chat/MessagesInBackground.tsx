import { type ComponentType, useEffect } from 'react';
import { clearUnread, setUnread } from '#app/shell/unread-count.ts';
import { allTextsReady } from '#platform/i18n/i18n.ts';
import { useLateCode } from '#ui/use-late-code.ts';

interface KeeperProps {
  userId: string;
  onUnread(waiting: { messages?: number; motions?: number; cases?: number }): void;
}

const load = async (): Promise<Record<'BackgroundKeepers', ComponentType<KeeperProps>>> => {
  const [parts] = await Promise.all([import('#app/shell/signed-in-parts.ts'), allTextsReady]);
  return parts;
};

/** On every page of somebody signed in: counts, news, the bell, and what still waits to be sent. Comes after the page. */
export function MessagesInBackground({ userId }: { userId: string }) {
  const Keeper = useLateCode('BackgroundKeepers', load);
  useEffect(() => clearUnread, []);
  return Keeper && <Keeper userId={userId} onUnread={setUnread} />;
}
