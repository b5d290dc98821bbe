import type { Standing } from '@dazi/contract/identity/standing';
import { useTranslation } from 'react-i18next';
import { classNames } from '#ui/class-names.ts';
import { Icon } from '#ui/Icon.tsx';
import { useDates } from './dates.ts';

const looks = {
  limited: { icon: 'muted', tone: 'yellow' },
  suspended: { icon: 'hourglass', tone: 'red' },
  closed: { icon: 'ban', tone: 'red' },
} as const;

/** What stands against somebody; nothing in good standing. */
export function StandingPill({ standing: { kind, until } }: { standing: Standing }) {
  const { t } = useTranslation();
  const dates = useDates();
  if (kind === 'good') return null;
  const { icon, tone } = looks[kind];
  const text =
    until && kind !== 'closed'
      ? t(`moderation.person.standings.${kind}Until`, { date: dates.short(until) })
      : t(`moderation.person.standings.${kind}`);
  return (
    <span className={classNames('pill', tone)}>
      <Icon name={icon} size="xs" />
      {text}
    </span>
  );
}
