import { registrationModes } from '@dazi/contract/identity/registration.rules';
import { appealOutcomes, decisionActions } from '@dazi/contract/moderation/moderation.rules';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { browserDigest } from '#features/governance/governance.api.ts';
import { logFailure } from '#platform/failures.ts';
import { Button } from '#ui/Button.tsx';
import { EmptyState } from '#ui/EmptyState.tsx';
import { Icon } from '#ui/Icon.tsx';
import { InlineError } from '#ui/InlineError.tsx';
import { LoadMore } from '#ui/LoadMore.tsx';
import { Note } from '#ui/Note.tsx';
import { UserText } from '#ui/UserText.tsx';
import { useDates } from './dates.ts';
import { Loading } from './Loading.tsx';
import { type LogVerdict, verifyLog } from './log-verification.ts';
import { fetchLog, type LogEntry, useModerationLog } from './moderated-people.api.ts';

/** What moderators did, the latest first, chained so that nothing of it can be changed afterwards. */
export function LogList() {
  const { t } = useTranslation();
  const list = useModerationLog();
  const { data, isPending, refetch } = list;
  if (isPending) return <Loading />;
  if (!data) return <InlineError text={t('moderation.log.loadFailed')} onRetry={() => void refetch()} />;
  const entries = data.pages.flatMap((page) => page.entries);
  const { head } = data.pages[0]!;
  return (
    <div className="moderation-queue-column">
      {head.number > 0 && <Verification head={head} />}
      {entries.length === 0 && <EmptyState drawing="talk" title={t('moderation.log.none')} />}
      {entries.length > 0 && (
        <ol className="card moderation-queue-log">
          {entries.map((entry) => (
            <Entry key={entry.number} entry={entry} />
          ))}
        </ol>
      )}
      <LoadMore
        onPage
        list={list}
        label={t('moderation.queue.more')}
        failed={t('moderation.log.loadFailed')}
        className="moderation-more"
      />
    </div>
  );
}

type State = { kind: 'idle' | 'busy' | 'failed' | 'insecure' } | { kind: 'done'; verdict: LogVerdict };

/** Does the arithmetic on this device. Leaving ends it. */
function Verification({ head }: { head: { number: number; hash: string } }) {
  const { t } = useTranslation();
  const [state, setState] = useState<State>({ kind: 'idle' });
  const stop = useRef<AbortController>(null);
  useEffect(() => () => stop.current?.abort(), []);
  const verify = async () => {
    const digest = browserDigest();
    if (!digest) return setState({ kind: 'insecure' });
    stop.current = new AbortController();
    const { signal } = stop.current;
    setState({ kind: 'busy' });
    try {
      const verdict = await verifyLog((cursor) => fetchLog(cursor, signal), digest);
      if (!signal.aborted) setState({ kind: 'done', verdict });
    } catch (error) {
      if (signal.aborted) return;
      logFailure(error);
      setState({ kind: 'failed' });
    }
  };
  return (
    <section className="card moderation-queue-verify" aria-label={t('moderation.log.verify')}>
      <div className="row">
        <Icon name="shield" />
        <span className="grow sm t3 num moderation-queue-hash">
          {`${t('moderation.log.number', { n: head.number })} ${head.hash}`}
        </span>
        <Button size="s" busy={state.kind === 'busy'} onClick={() => void verify()}>
          {t(state.kind === 'busy' ? 'moderation.log.verifying' : 'moderation.log.verify')}
        </Button>
      </div>
      <div role="status">{state.kind === 'done' && <Verdict verdict={state.verdict} />}</div>
      {state.kind === 'insecure' && (
        <Note kind="warn" icon="info">
          {t('moderation.log.insecure')}
        </Note>
      )}
      {state.kind === 'failed' && (
        <InlineError text={t('moderation.log.loadFailed')} onRetry={() => void verify()} />
      )}
    </section>
  );
}

function Verdict({ verdict }: { verdict: LogVerdict }) {
  const { t } = useTranslation();
  return verdict.isGood ? (
    <Note kind="ok" icon="check">
      {t('moderation.office.verified', { n: verdict.entries })}
    </Note>
  ) : (
    <Note kind="err" icon="error">
      {t('moderation.log.misfit', { n: verdict.number })}
    </Note>
  );
}

function useCodeText(): (code: string) => string {
  const { t } = useTranslation();
  return (code) => {
    const action = decisionActions.find((one) => one === code);
    if (action) return t(`moderation.decision.was.${action}`);
    const outcome = appealOutcomes.find((one) => one === code);
    if (outcome) return t(`moderation.log.outcomes.${outcome}`);
    const mode = registrationModes.find((one) => one === code);
    return mode ? t(`moderation.office.modes.${mode}`) : code;
  };
}

function Entry({ entry }: { entry: LogEntry }) {
  const { t } = useTranslation();
  const dates = useDates();
  const codeText = useCodeText();
  const { number, action, code, rule, until, createdAt, hash, by, byOperator, person, reason } = entry;
  const who = byOperator
    ? t('moderation.log.byOperator')
    : by
      ? t('moderation.log.by', { name: by.name })
      : t('moderation.queue.somebody');
  return (
    <li>
      <div className="row wrap">
        <span className="t3 num">{number}</span>
        <span className="b">{t(`moderation.log.actions.${action}`)}</span>
        {code && <span className="pill">{codeText(code)}</span>}
        {rule !== null && <span className="sm">{t('moderation.decision.ruleOf', { n: rule })}</span>}
        {until && <span className="sm t2">{t('standing.until', { date: dates.short(until) })}</span>}
        <span className="grow" />
        <time className="sm t3 num" dateTime={createdAt}>
          {dates.time(createdAt)}
        </time>
      </div>
      <p className="sm t2">
        {who}
        {person && ` · ${t('moderation.log.person', { name: person.name })}`}
      </p>
      {reason && (
        <UserText as="p" className="sm moderation-queue-details">
          {reason}
        </UserText>
      )}
      <p className="xs12 t3 moderation-queue-hash">{hash}</p>
    </li>
  );
}
