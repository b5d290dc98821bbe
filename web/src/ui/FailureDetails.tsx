import { Component, type ReactNode, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { clientErrorOf, clientErrorText, tellOperator } from '#platform/client-error.ts';
import { copyText } from '#platform/clipboard.ts';
import { logFailure } from '#platform/failures.ts';
import { Button } from '#ui/Button.tsx';

interface Details {
  error: unknown;
  component: string;
}

/** What happened, to be copied with one button; the operator hears of it by itself, who asked for that. */
function Report({ error, component }: Details) {
  const { t } = useTranslation();
  const [report] = useState(() => clientErrorOf(error, component));
  const [isTold, setIsTold] = useState(false);
  const [copied, setCopied] = useState<'copied' | 'byHand' | null>(null);
  const details = useRef<HTMLDetailsElement>(null);
  const text = clientErrorText(report);
  useEffect(() => {
    tellOperator(report).then((isTaken) => isTaken && setIsTold(true), logFailure);
  }, [report]);
  const copy = async () => {
    try {
      await copyText(text);
      setCopied('copied');
    } catch {
      setCopied('byHand');
      if (!details.current) return;
      details.current.open = true;
      getSelection()?.selectAllChildren(details.current.querySelector('pre')!);
    }
  };
  return (
    <>
      <Button kind="outline" icon="copy" onClick={() => void copy()}>
        {t('failure.copy')}
      </Button>
      <p className="t2 sm" role="status">
        {[copied && t(`failure.${copied}`), isTold && t('failure.told')].filter(Boolean).join(' ')}
      </p>
      <details ref={details}>
        <summary>{t('failure.details')}</summary>
        <pre dir="ltr">{text}</pre>
      </details>
    </>
  );
}

/** Where the details themselves fail, the screen stays without them: else it would fail by them again and again. */
export class FailureDetails extends Component<Details, { hasFailed: boolean }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError() {
    return { hasFailed: true };
  }

  override render(): ReactNode {
    return this.state.hasFailed ? null : <Report {...this.props} />;
  }
}
