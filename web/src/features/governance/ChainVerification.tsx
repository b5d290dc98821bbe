import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { logFailure } from '#platform/failures.ts';
import { Button } from '#ui/Button.tsx';
import { Icon } from '#ui/Icon.tsx';
import { InlineError } from '#ui/InlineError.tsx';
import { Note } from '#ui/Note.tsx';
import { browserDigest, type Verdict, verifyChains } from './chain-verification.ts';
import { fetchChainLinks } from './governance.api.ts';

type State =
  | { kind: 'idle' | 'failed' | 'insecure' }
  | { kind: 'reading'; links: number }
  | { kind: 'done'; verdict: Verdict };

/** Does on this device what `npm run governance:verify` does with the links. Leaving ends it. */
export function ChainVerification() {
  const { t } = useTranslation();
  const [state, setState] = useState<State>({ kind: 'idle' });
  const stop = useRef<AbortController>(null);
  useEffect(() => () => stop.current?.abort(), []);

  const verify = async () => {
    const digest = browserDigest();
    if (!digest) {
      setState({ kind: 'insecure' });
      return;
    }
    stop.current = new AbortController();
    const { signal } = stop.current;
    let links = 0;
    setState({ kind: 'reading', links });
    try {
      const verdict = await verifyChains(async (chain, after) => {
        const page = await fetchChainLinks(chain, after, signal);
        links += page.links.length;
        setState({ kind: 'reading', links });
        return page;
      }, digest);
      if (!signal.aborted) setState({ kind: 'done', verdict });
    } catch (error) {
      if (signal.aborted) return;
      logFailure(error);
      setState({ kind: 'failed' });
    }
  };
  return (
    <section className="governance-chain" aria-label={t('governance.chain.verify')}>
      <div className="governance-chain-head">
        <Icon name="shield" />
        <p className="sm t2 grow">{t('governance.chain.text')}</p>
        <Button size="s" busy={state.kind === 'reading'} onClick={() => void verify()}>
          {t('governance.chain.verify')}
        </Button>
      </div>
      <div role="status">
        {state.kind === 'reading' && (
          <p className="sm t3 num">{t('governance.chain.reading', { count: state.links })}</p>
        )}
        {state.kind === 'done' && <Result verdict={state.verdict} />}
      </div>
      {state.kind === 'insecure' && (
        <Note kind="warn" icon="info">
          {t('governance.chain.insecure')}
        </Note>
      )}
      {state.kind === 'failed' && (
        <InlineError text={t('governance.chain.failed')} onRetry={() => void verify()} />
      )}
    </section>
  );
}

function Result({ verdict }: { verdict: Verdict }) {
  const { t } = useTranslation();
  if (!verdict.isGood) {
    const { chain, number, misfit } = verdict;
    const link = t(`governance.chain.link.${chain}`, { number });
    return (
      <Note kind="err" icon="error">
        {t('governance.chain.broken')} {t(`governance.chain.misfits.${misfit}`, { link })}
      </Note>
    );
  }
  return (
    <Note kind="ok" icon="check">
      <p className="b">{t('governance.chain.good')}</p>
      <ul className="governance-heads">
        {verdict.chains.map(({ chain, head, closed }) => (
          <li key={chain}>
            {t(`governance.chain.count.${chain}`, { count: head.number })}
            {closed > 0 && <> {t('governance.chain.closed', { count: closed })}</>}
            <span className="governance-hash">
              {t('governance.chain.head')} <code>{head.hash}</code>
            </span>
          </li>
        ))}
      </ul>
    </Note>
  );
}
