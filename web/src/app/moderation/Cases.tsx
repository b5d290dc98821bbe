import type { User } from '@dazi/contract/identity/identity';
import type { Reported } from '@dazi/contract/moderation/moderation';
import { urgencies } from '@dazi/contract/moderation/moderation.rules';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate, useSearchParams } from 'react-router';
import { CaseRow } from '#features/moderation/CaseRow.tsx';
import { CaseView } from '#features/moderation/CaseView.tsx';
import { Loading } from '#features/moderation/Loading.tsx';
import { type CaseState, nameOfTarget, useReports } from '#features/moderation/moderation.api.ts';
import { Chips } from '#ui/Chips.tsx';
import { EmptyState } from '#ui/EmptyState.tsx';
import { InlineError } from '#ui/InlineError.tsx';
import { LoadMore } from '#ui/LoadMore.tsx';

type Filter = (typeof urgencies)[number] | 'all';

interface CasesProps {
  user: User;
  state: CaseState;
  /** The tabs with the list in them. */
  frame(list: ReactNode): ReactNode;
}

export function Cases({ user, state, frame }: CasesProps) {
  const navigate = useNavigate();
  const [filter, setFilter] = useState<Filter>('all');
  const named = useSearchParams()[0].get('case');
  const list = useReports(state, filter === 'all' ? null : filter);
  const { data, isPending, isError, isFetching, hasNextPage, fetchNextPage } = list;
  const cases = data?.pages.flatMap((page) => page.reported) ?? [];
  const found = cases.find((reported) => nameOfTarget(reported) === named);
  const isSought = named !== null && !found && hasNextPage && !isFetching && !isError;
  useEffect(() => {
    if (isSought) void fetchNextPage();
  }, [isSought, fetchNextPage]);
  const leave = () => navigate({ search: '' });
  const isMissing = named !== null && !found && data !== undefined && !hasNextPage && !isFetching;
  const open = useSeen(found, isMissing ? null : named);
  return (
    <>
      {frame(
        <CaseList
          list={list}
          cases={cases}
          openName={named}
          state={state}
          filter={filter}
          onFilter={(next) => {
            setFilter(next);
            if (named !== null) leave();
          }}
        />,
      )}
      {open ? (
        <CaseView
          key={nameOfTarget(open)}
          reported={open}
          user={user}
          isWaiting={state === 'open'}
          onLeave={leave}
        />
      ) : (
        <NoCase
          state={state}
          isMissing={isMissing}
          isWaiting={isPending || (named !== null && !isMissing && !isError)}
        />
      )}
    </>
  );
}

/**
 * What comes to the queue may move a case to a page that is not loaded: until it is found there it stays as it was seen
 * last, with what somebody is writing about it.
 */
function useSeen(found: Reported | undefined, name: string | null): Reported | undefined {
  const seen = useRef(found);
  if (found || (seen.current && nameOfTarget(seen.current) !== name)) seen.current = found;
  return seen.current;
}

interface NoCaseProps {
  state: CaseState;
  isMissing: boolean;
  isWaiting: boolean;
}

function NoCase({ state, isMissing, isWaiting }: NoCaseProps) {
  const { t } = useTranslation();
  const isOpen = state === 'open';
  return (
    <section className="moderation-queue-middle moderation-queue-none">
      {isWaiting ? (
        <Loading />
      ) : (
        <EmptyState
          drawing="talk"
          title={t(isMissing && isOpen ? 'moderation.queue.notThere' : 'moderation.queue.choose')}
          {...(isOpen && {
            text: t(isMissing ? 'moderation.queue.notThereText' : 'moderation.queue.chooseText'),
          })}
        />
      )}
    </section>
  );
}

interface CaseListProps {
  list: ReturnType<typeof useReports>;
  cases: readonly Reported[];
  openName: string | null;
  state: CaseState;
  filter: Filter;
  onFilter(filter: Filter): void;
}

function CaseList({ list, cases, openName, state, filter, onFilter }: CaseListProps) {
  const { t } = useTranslation();
  const { data, isPending, isError, refetch } = list;
  return (
    <>
      <div className="moderation-queue-filter">
        <Chips<Filter>
          label={t('moderation.queue.filter')}
          value={filter}
          onChange={onFilter}
          options={[
            { value: 'all', label: t('moderation.queue.all') },
            ...urgencies.map((urgency) => ({
              value: urgency,
              label: t(`moderation.queue.urgency.${urgency}`),
            })),
          ]}
        />
      </div>
      {isPending && <Loading />}
      {isError && !data && (
        <InlineError text={t('moderation.queue.loadFailed')} onRetry={() => void refetch()} />
      )}
      {data && cases.length === 0 && (
        <EmptyState drawing="talk" title={t('moderation.queue.none')} text={t('moderation.queue.noneText')} />
      )}
      <ul>
        {cases.map((reported) => (
          <li key={nameOfTarget(reported)}>
            <CaseRow
              reported={reported}
              isOpen={nameOfTarget(reported) === openName}
              isWaiting={state === 'open'}
            />
          </li>
        ))}
      </ul>
      <LoadMore
        list={list}
        label={t('moderation.queue.more')}
        failed={t('moderation.queue.loadFailed')}
        className="moderation-more"
      />
    </>
  );
}
