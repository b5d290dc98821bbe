import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { Account } from '#features/administration/administration.api.ts';
import { StandingPill } from '#features/moderation/StandingPill.tsx';
import { useRelativeTime } from '#platform/relative-time.ts';
import { Avatar } from '#ui/Avatar.tsx';
import { UserText } from '#ui/UserText.tsx';

interface AccountRowProps {
  account: Account;
  isChosen: boolean;
  /** Null where nothing can be decided about them together with others. */
  onChoose: ((isChosen: boolean) => void) | null;
}

export function AccountRow({ account, isChosen, onChoose }: AccountRowProps) {
  const { t } = useTranslation();
  const relative = useRelativeTime();
  const nameId = useId();
  const { id, name, avatarUrl, email, isEmailVerified, createdAt, lastActiveAt, standing, leftAt, role } =
    account;
  const facts = [
    t('administration.people.since', { time: relative(createdAt).ago }),
    t('administration.people.active', { time: relative(lastActiveAt).ago }),
    email && (isEmailVerified ? email : t('administration.people.unverified', { email })),
  ].filter(Boolean);
  return (
    <li>
      <input
        type="checkbox"
        aria-labelledby={nameId}
        checked={isChosen}
        disabled={onChoose === null}
        onChange={(event) => onChoose?.(event.target.checked)}
      />
      <Avatar name={name} url={avatarUrl} />
      <div className="grow administration-account">
        <Link id={nameId} className="b" to={`/moderation/people/${id}`}>
          <UserText>{name}</UserText>
        </Link>
        <span className="sm t3">{facts.join(' · ')}</span>
      </div>
      {account.openReports > 0 && (
        <span className="pill yellow">
          {t('administration.people.reports', { count: account.openReports })}
        </span>
      )}
      {role && <span className="pill">{t(`moderation.person.${role}`)}</span>}
      {leftAt && <span className="pill">{t('administration.people.left')}</span>}
      <StandingPill standing={standing} />
    </li>
  );
}
