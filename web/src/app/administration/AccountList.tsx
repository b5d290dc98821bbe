import type { User } from '@dazi/contract/identity/identity';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type Account, useAccounts } from '#features/administration/administration.api.ts';
import { Button } from '#ui/Button.tsx';
import { EmptyState } from '#ui/EmptyState.tsx';
import { Field } from '#ui/Field.tsx';
import { InlineError } from '#ui/InlineError.tsx';
import { LoadMore } from '#ui/LoadMore.tsx';
import { Spinner } from '#ui/Spinner.tsx';
import { AccountRow } from './AccountRow.tsx';
import { ManyDecisions } from './ManyDecisions.tsx';

/** Nothing is decided about oneself, an administrator, or whoever is out already. */
const isDecidable = ({ id, role, standing, leftAt }: Account, user: User) =>
  id !== user.id &&
  role !== 'administrator' &&
  leftAt === null &&
  (standing.kind === 'good' || standing.kind === 'limited');

/** Whoever types is waited for. */
const typing_ms = 300;

function useTyped(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), typing_ms);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}

/** Who is here, the newest first; several may be put out at once. */
export function AccountList({ user }: { user: User }) {
  const { t } = useTranslation();
  const [typed, setTyped] = useState('');
  const query = useTyped(typed.trim());
  const list = useAccounts(query);
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set());
  const [isDeciding, setDeciding] = useState(false);
  const accounts = list.data?.pages.flatMap((page) => page.accounts) ?? [];
  const decidable = accounts.filter((account) => isDecidable(account, user));
  // Whom the list does not show nothing is decided about.
  const chosen = decidable.filter(({ id }) => ticked.has(id));
  const choose = (picked: readonly Account[], isChosen: boolean) => {
    const next = new Set(ticked);
    for (const { id } of picked) {
      if (isChosen) next.add(id);
      else next.delete(id);
    }
    setTicked(next);
  };
  const areAllChosen = decidable.length > 0 && chosen.length === decidable.length;
  return (
    <section className="card administration-card">
      <h2>{t('administration.tabs.people')}</h2>
      <Field
        label={t('administration.people.search')}
        hint={t('administration.people.searchHint')}
        type="search"
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
      <div className="administration-choosing">
        <label className="row">
          <input
            type="checkbox"
            checked={areAllChosen}
            disabled={decidable.length === 0}
            onChange={(event) => choose(decidable, event.target.checked)}
          />
          {t('administration.people.chooseAll')}
        </label>
        <Button kind="danger" size="s" disabled={chosen.length === 0} onClick={() => setDeciding(true)}>
          {t('administration.people.decide', { count: chosen.length })}
        </Button>
      </div>
      {list.isPending && <Spinner />}
      {list.isError && accounts.length === 0 && (
        <InlineError text={t('administration.loadFailed')} onRetry={() => void list.refetch()} />
      )}
      {list.data && accounts.length === 0 && (
        <EmptyState drawing="nearby" title={t('administration.people.none')} />
      )}
      <ul className="administration-rows">
        {accounts.map((account) => (
          <AccountRow
            key={account.id}
            account={account}
            isChosen={ticked.has(account.id) && isDecidable(account, user)}
            onChoose={isDecidable(account, user) ? (isChosen) => choose([account], isChosen) : null}
          />
        ))}
      </ul>
      <LoadMore list={list} label={t('moderation.queue.more')} failed={t('administration.loadFailed')} />
      {isDeciding && (
        <ManyDecisions
          user={user}
          people={chosen}
          onClose={(decided) => {
            setDeciding(false);
            choose(decided, false);
            if (decided.length > 0) void list.refetch();
          }}
        />
      )}
    </section>
  );
}
