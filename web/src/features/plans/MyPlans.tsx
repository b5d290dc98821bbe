import type { Plan } from '@dazi/contract/plans/plans';
import { CalendarCheck } from 'lucide-react';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { startSignIn, useSession } from '#features/identity/identity.api.ts';
import { asSentences } from '#platform/i18n/sentences.ts';
import { Badge } from '#ui/Badge.tsx';
import { Icon } from '#ui/Icon.tsx';
import { LoadMore } from '#ui/LoadMore.tsx';
import { UserText } from '#ui/UserText.tsx';
import { Gem } from './ActivityGlyph.tsx';
import { whenText } from './plan-time.ts';
import { planName } from './plan-words.ts';
import { useMyPlans } from './plans.api.ts';
import { useReader } from './use-reader.ts';
import './plans.css';

const groups = ['hosting', 'going', 'waiting', 'asked'] as const;

function groupOf({ mine }: Plan): (typeof groups)[number] | null {
  if (mine.isHost) return 'hosting';
  return mine.standing === 'going' || mine.standing === 'waiting' || mine.standing === 'asked'
    ? mine.standing
    : null;
}

interface MyPlansProps {
  userId: string;
  onOpen(plan: Plan): void;
}

/** What one hosts, is in, waits for or asked to join, folded to its next; below it what is over. */
export function MyPlans({ userId, onOpen }: MyPlansProps) {
  const { t } = useTranslation();
  const reader = useReader();
  const listId = useId();
  const [isOpen, setOpen] = useState(false);
  const [showsPast, setShowsPast] = useState(false);
  const ahead = useMyPlans(userId, 'ahead');
  const past = useMyPlans(userId, 'past', showsPast);
  const plans = ahead.data?.pages.flatMap((page) => page.plans) ?? [];
  const over = past.data?.pages.flatMap((page) => page.plans) ?? [];
  const next = plans[0];
  if (!ahead.data) return null;
  const rows = (shown: readonly Plan[]) =>
    shown.map((plan) => <Row key={plan.id} plan={plan} onOpen={onOpen} />);
  return (
    <section className="plans-mine" aria-label={t('plans.list.mineTitle')}>
      <button
        type="button"
        className="plans-mine-fold"
        aria-expanded={isOpen}
        aria-controls={listId}
        onClick={() => setOpen(!isOpen)}
      >
        <CalendarCheck className="i" aria-hidden="true" />
        <span className="grow plans-mine-next">
          <b className="b">{t('plans.list.mineTitle')}</b>
          {next && (
            <>
              <span className="t2 ell">{planName(next, reader.language)}</span>
              <span className="t2">{whenText(next, reader, t)}</span>
            </>
          )}
        </span>
        <Badge count={plans.length} kind="quiet" />
        <Icon name={isOpen ? 'chevron-up' : 'chevron-down'} size="s" />
      </button>
      {isOpen && (
        <div id={listId} className="plans-mine-list">
          {plans.length === 0 && (
            <p className="plans-mine-note sm t2">
              {asSentences([t('plans.empty.mine'), t('plans.empty.mineText')], reader.language)}
            </p>
          )}
          {groups.map((group) => {
            const held = plans.filter((plan) => groupOf(plan) === group);
            if (held.length === 0) return null;
            return (
              <div key={group}>
                <h3>{t(`plans.list.mine.${group}`)}</h3>
                {rows(held)}
              </div>
            );
          })}
          <LoadMore
            list={ahead}
            kind="text"
            size="s"
            label={t('plans.list.more')}
            failed={t('plans.list.loadFailed')}
          />
          {showsPast ? (
            <div>
              <h3>{t('plans.list.mine.past')}</h3>
              {past.data && over.length === 0 && (
                <p className="plans-mine-note sm t2">{t('plans.empty.past')}</p>
              )}
              {rows(over)}
              <LoadMore
                list={past}
                kind="text"
                size="s"
                label={t('plans.list.more')}
                failed={t('plans.list.loadFailed')}
              />
            </div>
          ) : (
            <button type="button" className="btn text s" onClick={() => setShowsPast(true)}>
              {t('plans.list.mine.past')}
            </button>
          )}
        </div>
      )}
    </section>
  );
}

/** In place of them for visitors. */
export function MyPlansSignedOut() {
  const { t } = useTranslation();
  // Who is still to be found out is told nothing.
  if (useSession().status !== 'signed-out') return null;
  return (
    <div className="plans-mine">
      <button type="button" className="plans-mine-fold" onClick={() => startSignIn()}>
        <CalendarCheck className="i" aria-hidden="true" />
        <span className="grow">{t('plans.empty.signedOut')}</span>
        <Icon name="chevron-right" size="s" />
      </button>
    </div>
  );
}

function Row({ plan, onOpen }: { plan: Plan; onOpen(plan: Plan): void }) {
  const { t } = useTranslation();
  const reader = useReader();
  const isOff = plan.state === 'called_off' || plan.state === 'over';
  return (
    <button type="button" className="plans-mine-row" onClick={() => onOpen(plan)}>
      <Gem activity={plan.activity} isOff={isOff} />
      <span>
        <UserText className="b ell">{planName(plan, reader.language)}</UserText>
        <span className="sm t2">{whenText(plan, reader, t)}</span>
      </span>
    </button>
  );
}
