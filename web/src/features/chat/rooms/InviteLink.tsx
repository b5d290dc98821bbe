import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { copyText } from '#platform/clipboard.ts';
import { useErrorText } from '#platform/error-text.ts';
import { useOneAtATime } from '#platform/one-at-a-time.ts';
import { Button } from '#ui/Button.tsx';
import { LinkField } from '#ui/LinkField.tsx';
import { showToast } from '#ui/toast-store.ts';
import { isLostRoom, isTooNew, type OfOwnRoom } from './lost-room.ts';
import { useInvite, useRemoveInvite } from './room-management.api.ts';

export function InviteLink({ room, user, onLost }: OfOwnRoom) {
  const { t } = useTranslation();
  const errorText = useErrorText();
  const [link, setLink] = useState<string | null>(null);
  const invite = useInvite(user.id, room.id);
  const close = useRemoveInvite(user.id, room.id);

  const failed = (error: unknown) => {
    if (isLostRoom(error)) onLost();
    else {
      const message = isTooNew(error) ? errorText(error) : t('rooms.manage.invite.failed');
      showToast({ type: 'error', message });
    }
  };
  const make = useOneAtATime(async (renew: boolean) => {
    try {
      setLink(await invite.mutateAsync(renew));
      if (renew) showToast({ type: 'success', message: t('rooms.manage.invite.renewed') });
    } catch (error) {
      failed(error);
    }
  });
  const remove = useOneAtATime(async () => {
    try {
      await close.mutateAsync();
      setLink(null);
      showToast({ type: 'success', message: t('rooms.manage.invite.closed') });
    } catch (error) {
      failed(error);
    }
  });
  const copy = async () => {
    try {
      await copyText(link!);
      showToast({ type: 'success', message: t('rooms.manage.invite.copied') });
    } catch {
      showToast({ type: 'error', message: t('rooms.manage.invite.copyFailed') });
    }
  };

  return (
    <section className="rooms-invite" aria-label={t('rooms.manage.invite.title')}>
      <div className="row between">
        <div className="grow">
          <h4>{t('rooms.manage.invite.title')}</h4>
          <p className="hint">{t('rooms.manage.invite.text')}</p>
        </div>
        {link === null && (
          <Button
            size="s"
            kind="outline"
            icon="link"
            busy={invite.isPending}
            onClick={() => void make(false)}
          >
            {t('rooms.manage.invite.make')}
          </Button>
        )}
      </div>
      {link !== null && (
        <>
          <LinkField label={t('rooms.manage.invite.link')} hideLabel link={link} />
          <div className="row wrap">
            <Button size="s" kind="primary" icon="link" onClick={() => void copy()}>
              {t('rooms.manage.invite.copy')}
            </Button>
            <Button size="s" icon="refresh" busy={invite.isPending} onClick={() => void make(true)}>
              {t('rooms.manage.invite.renew')}
            </Button>
            <Button size="s" kind="danger-quiet" busy={close.isPending} onClick={() => void remove()}>
              {t('rooms.manage.invite.close')}
            </Button>
          </div>
        </>
      )}
    </section>
  );
}
