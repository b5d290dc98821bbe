import type { VotingRecord } from '@dazi/contract/governance/governance';
import { clockFormat } from '@dazi/contract/kernel/clock-format';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '#platform/i18n/use-language.ts';
import { Avatar } from '#ui/Avatar.tsx';
import { Button } from '#ui/Button.tsx';
import { EmptyState } from '#ui/EmptyState.tsx';
import { InlineError } from '#ui/InlineError.tsx';
import { LoadMore } from '#ui/LoadMore.tsx';
import { PersonLink } from '#ui/PersonLink.tsx';
import { UserText } from '#ui/UserText.tsx';
import { ChainVerification } from './ChainVerification.tsx';
import { RecordsFailure, useVotingRecords } from './governance.api.ts';
import { Waiting } from './Waiting.tsx';

function failureText(error: unknown, t: TFunction): string {
  if (!(error instanceof RecordsFailure)) return t('errors.unknown');
  const { status, reason } = error;
  return status === null
    ? t('governance.networkError', { reason })
    : t('governance.recordsFailed', { status, body: reason });
}

/** Who has voted for whom, as far as it stands, and whether all of it fits. */
export function VotingRecords() {
  return (
    <>
      <ChainVerification />
      <RecordList />
    </>
  );
}

function RecordList() {
  const { t } = useTranslation();
  const list = useVotingRecords();
  const records = list.data?.pages.flatMap((page) => page.data) ?? [];
  return (
    <>
      {list.isPending && <Waiting isFailed={false} onRetry={() => {}} />}
      {list.data && records.length === 0 && <EmptyState drawing="talk" title={t('governance.noRecords')} />}
      {records.length > 0 && (
        <ul className="governance-rows">
          {records.map((record) => (
            <RecordRow key={record.id} record={record} />
          ))}
        </ul>
      )}
      {list.isError && !list.isFetchNextPageError && (
        <div className="stack governance-failure">
          <InlineError text={failureText(list.error, t)} />
          <Button icon="refresh" busy={list.isFetching} onClick={() => void list.refetch()}>
            {t('ui.tryAgain')}
          </Button>
        </div>
      )}
      <LoadMore
        list={list}
        label={t('governance.more')}
        failed={list.error ? failureText(list.error, t) : ''}
        className="governance-more"
      />
    </>
  );
}

function RecordRow({ record }: { record: VotingRecord }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const time = clockFormat(language, { dateStyle: 'medium', timeStyle: 'short' }).format(
    new Date(record.createdAt),
  );
  return (
    <li className="governance-record">
      <span className="governance-pair">
        <Person person={record.voter} />
        <span className="sm t3">{t('governance.votedForWord')}</span>
        <Person person={record.candidate} />
      </span>
      <time className="meta num" dateTime={record.createdAt}>
        {time}
      </time>
    </li>
  );
}

function Person({ person }: { person: VotingRecord['voter'] }) {
  return (
    <PersonLink userId={person.id} className="governance-person">
      <Avatar name={person.name} url={person.avatarUrl} size="s" />
      <UserText className="b ell">{person.name}</UserText>
    </PersonLink>
  );
}
