import type { User } from '@dazi/contract/identity/identity';
import type { Invitation } from '@dazi/contract/identity/registration';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useLongDate } from '#features/identity/account-date.ts';
import {
  useCloseInvitation,
  useInvitations,
  useMakeInvitation,
} from '#features/identity/registration.api.ts';
import { copyText } from '#platform/clipboard.ts';
import { useFailureText } from '#platform/error-text.ts';
import { useOneAtATime } from '#platform/one-at-a-time.ts';
import { Button } from '#ui/Button.tsx';
import { InlineError } from '#ui/InlineError.tsx';
import { LinkField } from '#ui/LinkField.tsx';
import { Spinner } from '#ui/Spinner.tsx';
import { showToast } from '#ui/toast-store.ts';
import { UserText } from '#ui/UserText.tsx';
import './identity-invitations.css';

export function InvitationList({ user }: { user: User }) {
  const { t } = useTranslation();
  const failureText = useFailureText();
  const { data: invitations, isPending, refetch } = useInvitations(user.id);
  const making = useMakeInvitation(user.id);
  const text = useRef<HTMLParagraphElement>(null);
  const make = useOneAtATime(async () => {
    try {
      await making.mutateAsync();
    } catch (error) {
      const message = failureText(t('identity.invitations.makeFailed'), error);
      showToast({ type: 'error', message });
    }
  });
  return (
    <>
      <div className="identity-invitations-head">
        <p className="t2" tabIndex={-1} ref={text}>
          {t('identity.invitations.text')}
        </p>
        <Button kind="primary" icon="link" busy={making.isPending} onClick={() => void make()}>
          {t('identity.invitations.make')}
        </Button>
      </div>
      {isPending && <Spinner />}
      {!isPending && !invitations && (
        <InlineError text={t('identity.invitations.loadFailed')} onRetry={() => void refetch()} />
      )}
      {invitations?.length === 0 && <p className="t3">{t('identity.invitations.none')}</p>}
      {invitations && invitations.length > 0 && (
        <ul className="identity-invitations" aria-label={t('identity.invitations.title')}>
          {invitations.map((invitation) => (
            <Row
              key={invitation.id}
              invitation={invitation}
              user={user}
              // The button that was pressed may be gone; whoever uses the keyboard goes on from here.
              onClosed={() => text.current?.focus()}
            />
          ))}
        </ul>
      )}
    </>
  );
}

interface RowProps {
  invitation: Invitation;
  user: User;
  onClosed(): void;
}

function Row({ invitation, user, onClosed }: RowProps) {
  const { t } = useTranslation();
  const longDate = useLongDate();
  const closing = useCloseInvitation(user.id);
  const { id, path, left, until, came } = invitation;
  const link = new URL(path, window.location.origin).href;
  const copy = async () => {
    try {
      await copyText(link);
      showToast({ type: 'success', message: t('identity.invitations.copied') });
    } catch {
      showToast({ type: 'error', message: t('identity.invitations.copyFailed') });
    }
  };
  const close = () =>
    closing.mutate(id, {
      onSuccess: () => {
        showToast({ type: 'success', message: t('identity.invitations.closed') });
        onClosed();
      },
      onError: () => showToast({ type: 'error', message: t('identity.invitations.closeFailed') }),
    });
  return (
    <li>
      {left === 0 ? (
        <p className="b">{t('identity.invitations.over')}</p>
      ) : (
        <>
          <LinkField label={t('identity.invitations.link')} hideLabel link={link} />
          <p className="sm t2 num">
            {t('identity.invitations.left', { count: left, date: longDate(until) })}
          </p>
          <div className="row wrap">
            <Button size="s" kind="outline" icon="link" onClick={() => void copy()}>
              {t('identity.invitations.copy')}
            </Button>
            <Button size="s" kind="danger-quiet" busy={closing.isPending} onClick={close}>
              {t('identity.invitations.close')}
            </Button>
          </div>
        </>
      )}
      {came.length > 0 && (
        <UserText as="p" className="sm t2">
          {t('identity.invitations.came', { names: came.map(({ name }) => name).join(', ') })}
        </UserText>
      )}
    </li>
  );
}
