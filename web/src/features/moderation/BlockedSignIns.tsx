import type { BlockedIdentity } from '@dazi/contract/moderation/admission';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFailureText } from '#platform/error-text.ts';
import { Button } from '#ui/Button.tsx';
import { ConfirmDialog } from '#ui/ConfirmDialog.tsx';
import { InlineError } from '#ui/InlineError.tsx';
import { LoadMore } from '#ui/LoadMore.tsx';
import { PersonLink } from '#ui/PersonLink.tsx';
import { showToast } from '#ui/toast-store.ts';
import { UserText } from '#ui/UserText.tsx';
import { useBlockedIdentities, useUnblockIdentity } from './admission.api.ts';
import { useDates } from './dates.ts';
import { Loading } from './Loading.tsx';
import './moderation-registration.css';

/** Sign-ins with which no account is opened, and their lifting; for administrators. */
export function BlockedSignIns() {
  const { t } = useTranslation();
  const list = useBlockedIdentities();
  const { data, isPending, refetch } = list;
  const blocks = data?.pages.flatMap((page) => page.blocks) ?? [];
  const title = t('moderation.blocked.title');
  return (
    <section className="card moderation-registration" aria-label={title}>
      <h2>{title}</h2>
      <p className="hint">{t('moderation.blocked.hint')}</p>
      {isPending && <Loading />}
      {!isPending && !data && (
        <InlineError text={t('moderation.blocked.loadFailed')} onRetry={() => void refetch()} />
      )}
      {data && blocks.length === 0 && <p className="t3">{t('moderation.blocked.none')}</p>}
      {blocks.length > 0 && (
        <ul className="moderation-registration-blocks">
          {blocks.map((block) => (
            <Block key={block.id} block={block} />
          ))}
        </ul>
      )}
      <LoadMore
        onPage
        list={list}
        label={t('moderation.queue.more')}
        failed={t('moderation.blocked.loadFailed')}
        className="moderation-more"
      />
    </section>
  );
}

function Block({ block }: { block: BlockedIdentity }) {
  const { t } = useTranslation();
  const dates = useDates();
  const { person, rule, decisionNumber, until } = block;
  const facts = [
    rule === null ? t('moderation.blocked.noRule') : t('moderation.blocked.rule', { n: rule }),
    decisionNumber !== null && t('moderation.log.number', { n: decisionNumber }),
    t('moderation.blocked.since', { date: dates.day(block.createdAt) }),
  ].filter(Boolean);
  return (
    <li>
      <div className="grow">
        <p className="b">{t('moderation.blocked.until', { date: dates.day(until) })}</p>
        {person && (
          <PersonLink userId={person.id}>
            <UserText>{person.name}</UserText>
          </PersonLink>
        )}
        <p className="sm t3">{facts.join(' · ')}</p>
      </div>
      <Lift blockId={block.id} />
    </li>
  );
}

function Lift({ blockId }: { blockId: string }) {
  const { t } = useTranslation();
  const failureText = useFailureText();
  const [asking, setAsking] = useState(false);
  const lift = useUnblockIdentity();
  const confirm = async () => {
    try {
      await lift.mutateAsync(blockId);
      showToast({ type: 'success', message: t('moderation.blocked.lifted') });
    } catch (error) {
      showToast({ type: 'error', message: failureText(t('moderation.office.failed'), error) });
    }
    setAsking(false);
  };
  return (
    <>
      <Button kind="quiet" onClick={() => setAsking(true)}>
        {t('moderation.blocked.lift')}
      </Button>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title={t('moderation.blocked.lift')}
        text={t('moderation.blocked.question')}
        confirmLabel={t('moderation.blocked.lift')}
        onConfirm={confirm}
        busy={lift.isPending}
      />
    </>
  );
}
