import type { Ballot } from '@dazi/contract/governance/governance';
import { useTranslation } from 'react-i18next';
import { Avatar } from '#ui/Avatar.tsx';
import { classNames } from '#ui/class-names.ts';
import { Icon } from '#ui/Icon.tsx';
import { PersonLink } from '#ui/PersonLink.tsx';

interface BallotsProps {
  votes: readonly Ballot[];
  /** Ids of those of people who have left the board. */
  uncounted?: ReadonlySet<string>;
}

const none: ReadonlySet<string> = new Set();

export function Ballots({ votes, uncounted = none }: BallotsProps) {
  const { t } = useTranslation();
  if (votes.length === 0) return null;
  return (
    <>
      <ul className="governance-ballots" aria-label={t('governance.ballots')}>
        {votes.map(({ id, voter, vote }) => {
          const name = voter?.name ?? t('governance.deletedMember');
          const isCounted = !uncounted.has(id);
          const ballot = `${name}: ${t(`governance.choices.${vote}`)}`;
          const what = isCounted ? ballot : t('governance.notCounted', { ballot });
          const face = (
            <>
              <Avatar name={name} url={voter?.avatarUrl ?? null} size="s" />
              <span
                className={classNames('governance-mark', vote === 'NO' && 'governance-mark-no')}
                aria-hidden="true"
              >
                <Icon name={vote === 'YES' ? 'check' : 'close'} size="xs" />
              </span>
              <span className="unseen">{what}</span>
            </>
          );
          return (
            <li key={id} title={what} className={isCounted ? undefined : 'governance-ballot-uncounted'}>
              {voter ? <PersonLink userId={voter.id}>{face}</PersonLink> : face}
            </li>
          );
        })}
      </ul>
      {uncounted.size > 0 && (
        <p className="sm t3">{t('governance.formerMembers', { count: uncounted.size })}</p>
      )}
    </>
  );
}
