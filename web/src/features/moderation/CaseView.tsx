import type { User } from '@dazi/contract/identity/identity';
import type { Reported } from '@dazi/contract/moderation/moderation';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useFailureText } from '#platform/error-text.ts';
import { useNow } from '#platform/time.ts';
import { Button } from '#ui/Button.tsx';
import { Icon } from '#ui/Icon.tsx';
import { Note } from '#ui/Note.tsx';
import { showToast } from '#ui/toast-store.ts';
import { CaseCard } from './CaseCard.tsx';
import { claimOf } from './claim.ts';
import { DecisionForm } from './DecisionForm.tsx';
import { useDates } from './dates.ts';
import { nameOfTarget, type ReportTarget, useTakeCase } from './moderation.api.ts';
import { offeredRule } from './offered-rule.ts';

interface CaseViewProps {
  reported: Reported;
  user: User;
  isWaiting: boolean;
  /** Decided, or put back. */
  onLeave(): void;
}

export function CaseView({ reported, user, isWaiting, onLeave }: CaseViewProps) {
  const { t } = useTranslation();
  const now = useNow();
  const failureText = useFailureText();
  const [together, setTogether] = useState<readonly ReportTarget[]>([]);
  const { targetType, targetId, person, can, isRemovable, isInvolved, version, alsoOpen, reports } = reported;
  const claim = claimOf(reported, user.id, now);
  const { mutateAsync, isPending } = useTakeCase();
  const take = (isTaken: boolean) => mutateAsync({ targetType, targetId, take: isTaken });
  const isTakeable = isWaiting && !isInvolved;
  useTakenOnOpening(isTakeable && claim === null, () => void take(true).catch(() => {}));

  const takeAgain = () =>
    take(true).catch((error) =>
      showToast({ type: 'error', message: failureText(t('moderation.queue.takeFailed'), error) }),
    );
  const putBack = async () => {
    try {
      await take(false);
      onLeave();
    } catch (error) {
      showToast({ type: 'error', message: failureText(t('moderation.queue.putBackFailed'), error) });
    }
  };
  const mayDecide = isTakeable && claim !== 'others' && can.length > 0;
  // What was settled meanwhile cannot be settled again.
  const stillOpen = new Set(alsoOpen.map(nameOfTarget));
  const ticked = together.filter((target) => stillOpen.has(nameOfTarget(target)));
  return (
    <>
      <section className="moderation-queue-middle">
        <Link className="moderation-queue-back" to={{ search: '' }}>
          <Icon name="back" size="s" />
          {t('moderation.person.back')}
        </Link>
        <CaseCard
          reported={reported}
          together={mayDecide ? ticked : null}
          onTogether={setTogether}
          claim={
            isTakeable && (
              <Claim reported={reported} claim={claim} isBusy={isPending} onTake={() => void takeAgain()} />
            )
          }
        />
      </section>
      {isWaiting && (
        <section className="moderation-queue-side" aria-label={t('moderation.decision.title')}>
          {mayDecide ? (
            <DecisionForm
              user={user}
              person={person}
              target={{ targetType, targetId, version, together: ticked }}
              can={can}
              isRemovable={isRemovable}
              rule={offeredRule(reports)}
              onDone={onLeave}
              {...(claim === 'mine' && { onPutBack: () => void putBack() })}
            />
          ) : (
            <WhyNot isInvolved={isInvolved} reported={reported} isOthers={claim === 'others'} />
          )}
        </section>
      )}
    </>
  );
}

/** Opening a case keeps it for oneself, once; what was put back or is over is taken by its button. */
function useTakenOnOpening(isFree: boolean, take: () => void): void {
  const isAsked = useRef(false);
  const latest = useRef(take);
  latest.current = take;
  useEffect(() => {
    if (isAsked.current) return;
    isAsked.current = true;
    if (isFree) latest.current();
  }, [isFree]);
}

interface ClaimProps {
  reported: Reported;
  claim: ReturnType<typeof claimOf>;
  isBusy: boolean;
  onTake(): void;
}

function Claim({ reported: { takenBy, takenUntil }, claim, isBusy, onTake }: ClaimProps) {
  const { t } = useTranslation();
  const dates = useDates();
  if (claim === null) {
    return (
      <Button size="s" busy={isBusy} onClick={onTake}>
        {t('moderation.queue.take')}
      </Button>
    );
  }
  const time = dates.time(takenUntil ?? '');
  return (
    <span className="pill moderation-queue-claim">
      <Icon name="lock" size="xs" />
      {claim === 'mine'
        ? t('moderation.queue.takenUntil', { time })
        : t('moderation.queue.takenBy', { name: takenBy?.name ?? '', time })}
    </span>
  );
}

interface WhyNotProps {
  reported: Reported;
  isInvolved: boolean;
  isOthers: boolean;
}

function WhyNot({ reported: { takenBy, takenUntil }, isInvolved, isOthers }: WhyNotProps) {
  const { t } = useTranslation();
  const dates = useDates();
  const text = isInvolved
    ? t('moderation.queue.involved')
    : isOthers
      ? t('moderation.queue.takenBy', { name: takenBy?.name ?? '', time: dates.time(takenUntil ?? '') })
      : t('moderation.decision.nothing');
  return (
    <div className="moderation-queue-fields">
      <h2>{t('moderation.decision.title')}</h2>
      <Note kind="warn" icon="info">
        {text}
      </Note>
    </div>
  );
}
