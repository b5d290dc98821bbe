import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useBackCloses } from '#platform/history.ts';
import { Dialog } from '#ui/Dialog.tsx';
import { InlineError } from '#ui/InlineError.tsx';
import { Note } from '#ui/Note.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import { PolicySections } from './PolicySections.tsx';
import { usePolicy } from './use-policy.ts';
import './policy.css';

export type PolicyPart = 'privacy' | 'location';

interface PolicyPanelProps {
  part: PolicyPart | null;
  onClose(): void;
}

function PolicyContent({ part }: { part: PolicyPart }) {
  const { t } = useTranslation();
  const { policy, failed, retry } = usePolicy();
  if (failed) return <InlineError text={t('app.policy.failed')} onRetry={retry} />;
  if (!policy) {
    return (
      <div className="stack" aria-busy="true">
        <Skeleton width="40%" />
        <Skeleton />
        <Skeleton width="80%" />
      </div>
    );
  }
  const { text, fill } = policy;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a keyboard scrolls the text only when it can reach it
    <div className="policy-text" tabIndex={0}>
      {part === 'privacy' && (
        <Note kind="ok" icon="shield">
          {fill(text.summary)}
        </Note>
      )}
      <PolicySections sections={text[part]} fill={fill} />
    </div>
  );
}

export function PolicyPanel({ part, onClose }: PolicyPanelProps) {
  const { t } = useTranslation();
  // Kept while the panel closes, so that it does not empty before it is gone.
  const [last, setLast] = useState<PolicyPart>('privacy');
  if (part && part !== last) setLast(part);
  useBackCloses('policy', part !== null, onClose);
  return (
    <Dialog
      open={part !== null}
      onOpenChange={(open) => !open && onClose()}
      title={last === 'privacy' ? t('app.welcome.privacyPolicy') : t('app.welcome.locationDataUsage')}
      width="l"
    >
      <PolicyContent part={last} />
    </Dialog>
  );
}
