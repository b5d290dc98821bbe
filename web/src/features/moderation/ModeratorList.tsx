import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSessionFacts } from '#features/identity/identity.api.ts';
import { useFailureText } from '#platform/error-text.ts';
import { Avatar } from '#ui/Avatar.tsx';
import { Button } from '#ui/Button.tsx';
import { ConfirmDialog } from '#ui/ConfirmDialog.tsx';
import { InlineError } from '#ui/InlineError.tsx';
import { PersonLink } from '#ui/PersonLink.tsx';
import { showToast } from '#ui/toast-store.ts';
import { UserText } from '#ui/UserText.tsx';
import { useDates } from './dates.ts';
import { Loading } from './Loading.tsx';
import { type Moderator, useModerators, useSetModerator } from './moderated-people.api.ts';

export function ModeratorList({ userId }: { userId: string }) {
  return (
    <div className="moderation-queue-column">
      <People userId={userId} />
    </div>
  );
}

function People({ userId }: { userId: string }) {
  const { t } = useTranslation();
  const { data, isPending, refetch } = useModerators();
  if (isPending) return <Loading />;
  if (!data) return <InlineError text={t('moderation.office.loadFailed')} onRetry={() => void refetch()} />;
  return (
    <ul className="card moderation-queue-people">
      {data.map((moderator) => (
        <Row key={moderator.person.id} moderator={moderator} isOwn={moderator.person.id === userId} />
      ))}
    </ul>
  );
}

function Row({ moderator, isOwn }: { moderator: Moderator; isOwn: boolean }) {
  const { t } = useTranslation();
  const dates = useDates();
  const { administrator } = useSessionFacts();
  const { person, role, since, by, decided } = moderator;
  const mayEnd = role === 'moderator' && (isOwn || administrator);
  const facts = [
    t(`moderation.person.${role}`),
    since ? t('moderation.office.since', { date: dates.day(since) }) : t('moderation.office.bySettings'),
    by && t('moderation.log.by', { name: by.name }),
    t('moderation.office.decided', { count: decided }),
  ].filter(Boolean);
  return (
    <li>
      <Avatar name={person.name} url={person.avatarUrl} />
      <div className="grow">
        <PersonLink userId={person.id} className="b">
          <UserText>{person.name}</UserText>
        </PersonLink>
        <p className="sm t3">{facts.join(' · ')}</p>
      </div>
      {mayEnd && <EndOffice person={person} isOwn={isOwn} />}
    </li>
  );
}

interface OfficeProps {
  person: { id: string; name: string };
  isOwn: boolean;
}

/** Takes the office back, or gives it back. */
export function EndOffice({ person, isOwn, onDone }: OfficeProps & { onDone?: () => void }) {
  const { t } = useTranslation();
  const { name } = person;
  return (
    <OfficeChange
      personId={person.id}
      isModerator={false}
      label={t(isOwn ? 'moderation.office.giveBack' : 'moderation.office.dismiss')}
      question={
        isOwn ? t('moderation.office.giveBackQuestion') : t('moderation.office.dismissQuestion', { name })
      }
      done={t('moderation.office.ended', { name })}
      {...(onDone && { onDone })}
    />
  );
}

export function Appoint({ person: { id, name }, onDone }: { person: OfficeProps['person']; onDone(): void }) {
  const { t } = useTranslation();
  return (
    <OfficeChange
      personId={id}
      isModerator
      label={t('moderation.office.appoint', { name })}
      question={t('moderation.office.appointQuestion', { name })}
      done={t('moderation.office.appointed', { name })}
      onDone={onDone}
    />
  );
}

interface OfficeChangeProps {
  personId: string;
  isModerator: boolean;
  label: string;
  question: string;
  done: string;
  onDone?: () => void;
}

function OfficeChange({ personId, isModerator, label, question, done, onDone }: OfficeChangeProps) {
  const { t } = useTranslation();
  const failureText = useFailureText();
  const [asking, setAsking] = useState(false);
  const change = useSetModerator();
  const confirm = async () => {
    try {
      await change.mutateAsync({ personId, isModerator });
      showToast({ type: 'success', message: done });
      onDone?.();
    } catch (error) {
      showToast({ type: 'error', message: failureText(t('moderation.office.failed'), error) });
    }
    setAsking(false);
  };
  return (
    <>
      <Button kind={isModerator ? 'quiet' : 'danger-quiet'} onClick={() => setAsking(true)}>
        {label}
      </Button>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title={label}
        text={question}
        confirmLabel={isModerator ? t('moderation.office.doAppoint') : label}
        onConfirm={confirm}
        busy={change.isPending}
        destructive={!isModerator}
      />
    </>
  );
}
