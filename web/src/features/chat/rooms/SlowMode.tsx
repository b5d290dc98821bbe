import { slowModes_s } from '@dazi/contract/chat/conversations.rules';
import { useTranslation } from 'react-i18next';
import { useErrorText } from '#platform/error-text.ts';
import { durationText } from '#platform/passing-time.ts';
import { Chips } from '#ui/Chips.tsx';
import { showToast } from '#ui/toast-store.ts';
import { isLostRoom, type OfOwnRoom } from './lost-room.ts';
import { type SlowModeSeconds, useSetSlowMode } from './room-management.api.ts';

export function SlowMode({ room, user, onLost }: OfOwnRoom) {
  const { t } = useTranslation();
  const errorText = useErrorText();
  const set = useSetSlowMode(user.id, room.id);
  const shown = set.isPending ? set.variables : room.slowMode_s;
  const choose = (value: string) =>
    set.mutate(Number(value) as SlowModeSeconds, {
      onError: (error) => {
        if (isLostRoom(error)) onLost();
        else showToast({ type: 'error', message: errorText(error) });
      },
    });
  return (
    <section className="rooms-invite" aria-label={t('rooms.manage.slow.title')}>
      <div>
        <h4>{t('rooms.manage.slow.title')}</h4>
        <p className="hint">{t('rooms.manage.slow.text')}</p>
      </div>
      <Chips
        label={t('rooms.manage.slow.title')}
        value={String(shown)}
        onChange={choose}
        options={slowModes_s.map((seconds) => ({
          value: String(seconds),
          label: seconds === 0 ? t('rooms.manage.slow.off') : durationText(seconds, t),
        }))}
      />
    </section>
  );
}
