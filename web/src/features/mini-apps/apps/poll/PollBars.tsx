import type { PollCount } from '@dazi/contract/mini-apps/poll';
import { leadingOptions, pollShare } from '@dazi/contract/mini-apps/poll.rules';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { classNames } from '#ui/class-names.ts';
import { Icon } from '#ui/Icon.tsx';
import { UserText } from '#ui/UserText.tsx';

interface PollBarsProps {
  counts: readonly PollCount[];
  voters: number;
  /** Places of the reader's own options. */
  own: readonly number[];
  aside?: (place: number) => ReactNode;
}

/** How many voted for what; of the options with the most votes the bars are stronger. */
export function PollBars({ counts, voters, own, aside }: PollBarsProps) {
  const { t } = useTranslation();
  const leading = leadingOptions(counts);
  return (
    <ul className="mini-apps-poll-bars">
      {counts.map(({ text, count }, place) => (
        <li key={text} className={classNames(leading.includes(place) && 'mini-apps-poll-leading')}>
          <span className="mini-apps-poll-bar-head">
            <UserText as="span" className="grow">
              {text}
            </UserText>
            {own.includes(place) && (
              <span className="mini-apps-poll-own">
                <Icon name="check" size="xs" />
                {t('miniApps.poll.yours')}
              </span>
            )}
            <b className="num">{pollShare(count, voters)}%</b>
          </span>
          <meter
            className="mini-apps-poll-meter"
            min={0}
            max={Math.max(1, voters)}
            value={count}
            aria-label={text}
            aria-valuetext={t('miniApps.poll.votes', { count })}
          />
          <span className="mini-apps-poll-bar-foot sm t3 num">
            {t('miniApps.poll.votes', { count })}
            {aside?.(place)}
          </span>
        </li>
      ))}
    </ul>
  );
}
