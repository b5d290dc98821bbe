import type { User } from '@dazi/contract/identity/identity';
import { useTranslation } from 'react-i18next';
import { useSessionFacts, useSignOut } from '#features/identity/identity.api.ts';
import { AppealBox } from '#features/moderation/AppealBox.tsx';
import { DecisionCard, DecisionHeading } from '#features/moderation/DecisionView.tsx';
import { useOwnDecision, useReadDecision } from '#features/moderation/decisions.api.ts';
import { Button } from '#ui/Button.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import { InlineError } from '#ui/InlineError.tsx';
import { Spinner } from '#ui/Spinner.tsx';

/** A warning stands before everything else until it was read. */
export function UnreadDecision({ user, decisionId }: { user: User; decisionId: string }) {
  const { t } = useTranslation();
  const { standing } = useSessionFacts();
  const { decision, isFailed, retry } = useOwnDecision(user.id, decisionId);
  const read = useReadDecision(user.id);
  const signOut = useSignOut();
  return (
    <Dialog
      open
      onOpenChange={() => {}}
      closable={false}
      hideTitle
      title={t('standing.warned.title')}
      width="m"
      className="moderation-standing-unread"
      footer={
        <>
          <Button kind="ghost" busy={signOut.isPending} onClick={() => signOut.mutate()}>
            {t('identity.signOut')}
          </Button>
          <Button
            kind="primary"
            disabled={!decision}
            busy={read.isPending}
            onClick={() => read.mutate(decisionId)}
          >
            {t('standing.warned.understood')}
          </Button>
        </>
      }
    >
      {decision && (
        <>
          <DecisionHeading heading="h2" decision={decision} standing={standing} />
          <DecisionCard decision={decision} />
          <AppealBox decision={decision} user={user} />
        </>
      )}
      {isFailed && <InlineError text={t('standing.list.loadFailed')} onRetry={retry} />}
      {decision === undefined && !isFailed && <Spinner />}
      {read.isError && <InlineError text={t('standing.readFailed')} />}
    </Dialog>
  );
}
