import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { copyText } from '#platform/clipboard.ts';
import { useFailureText } from '#platform/error-text.ts';
import { useOneAtATime } from '#platform/one-at-a-time.ts';
import { Button } from '#ui/Button.tsx';
import { LinkField } from '#ui/LinkField.tsx';
import { handOn } from '#ui/ShareButton.tsx';
import { showToast } from '#ui/toast-store.ts';
import { useInviteToPlan, useRemoveInvite } from './plan-people.api.ts';

const keyOf = (planId: string) => ['plans', 'invite', planId];

/** Of a plan that is not listed: the link by which it is found. Kept until the page goes: browsers let a tap copy only what is there at once. */
export function InviteLink({ planId, userId }: { planId: string; userId: string }) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const failureText = useFailureText();
  const inviting = useInviteToPlan(userId, planId);
  const removing = useRemoveInvite(userId, planId);
  const [link, setLink] = useState(client.getQueryData<string>(keyOf(planId)) ?? null);
  const [isByHand, setByHand] = useState(false);
  const know = (made: string | null) => {
    client.setQueryData(keyOf(planId), made);
    setLink(made);
  };
  const failed = (error: unknown) =>
    showToast({ type: 'error', message: failureText(t('plans.change.failed'), error) });
  const invite = useOneAtATime(async () => {
    try {
      const made = link ?? new URL((await inviting.mutateAsync()).path, window.location.origin).href;
      know(made);
      if (await handOn(made)) return;
      await copyText(made).then(
        () => showToast({ type: 'success', message: t('plans.host.copied') }),
        () => setByHand(true),
      );
    } catch (error) {
      failed(error);
    }
  });
  const remove = useOneAtATime(async () => {
    try {
      await removing.mutateAsync();
      know(null);
      setByHand(false);
      showToast({ type: 'success', message: t('plans.host.inviteEnded') });
    } catch (error) {
      failed(error);
    }
  });
  return (
    <div className="plans-invite">
      <p className="hint">{t('plans.host.inviteHint')}</p>
      {isByHand && link && <LinkField label={t('plans.host.invite')} hideLabel link={link} />}
      <div className="row wrap">
        <Button icon="link" busy={inviting.isPending} onClick={() => void invite()}>
          {t('plans.host.invite')}
        </Button>
        <Button kind="ghost" busy={removing.isPending} onClick={() => void remove()}>
          {t('plans.host.inviteEnd')}
        </Button>
      </div>
    </div>
  );
}
