import type { User } from '@dazi/contract/identity/identity';
import type { DecisionAction } from '@dazi/contract/moderation/moderation.rules';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSessionFacts } from '#features/identity/identity.api.ts';
import { useFailureText } from '#platform/error-text.ts';
import { useBackCloses } from '#platform/history.ts';
import { useOneAtATime } from '#platform/one-at-a-time.ts';
import { Button } from '#ui/Button.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import { InlineError } from '#ui/InlineError.tsx';
import { showToast } from '#ui/toast-store.ts';
import { DecisionForm } from './DecisionForm.tsx';
import { actionLooks } from './decision-looks.ts';
import { useLiftMeasure } from './decisions.api.ts';
import { Appoint, EndOffice } from './ModeratorList.tsx';
import { type ModeratedPerson, useRefreshPerson } from './moderated-people.api.ts';
import { ReasonField } from './ReasonField.tsx';

interface PersonMeasuresProps {
  known: ModeratedPerson;
  user: User;
}

/** What stands against somebody, its end, and what may be decided without a report. */
export function PersonMeasures({ known, user }: PersonMeasuresProps) {
  const { t } = useTranslation();
  const { administrator } = useSessionFacts();
  const { person, standing, isModerator, isAdministrator } = known;
  const refresh = useRefreshPerson(person.id);
  const [deciding, setDeciding] = useState<DecisionAction | null>(null);
  useBackCloses('deciding', deciding !== null, () => setDeciding(null));
  // Nothing was reported: there is nothing to dismiss, and nothing to take away.
  const can = known.can.filter((action) => action !== 'dismiss' && action !== 'remove');
  // Whoever is involved, or has no say about who holds an office, may decide nothing and end nothing.
  const mayEnd = standing.kind === 'closed' ? administrator : standing.kind !== 'good' && can.length > 0;
  return (
    <section className="card moderation-person-card">
      <h2>{t('moderation.person.measures')}</h2>
      <p className="sm t2">
        <HowTheyStand known={known} />
      </p>
      <div className="moderation-person-actions">
        {mayEnd && person.id !== user.id && <EndMeasure person={person} onDone={() => void refresh()} />}
        <div className="moderation-person-acts">
          {can.map((action) => (
            <Button key={action} icon={actionLooks[action].icon} block onClick={() => setDeciding(action)}>
              {t(`moderation.decision.actions.${action}`)}
            </Button>
          ))}
          {!can.includes('close') && can.length > 0 && (
            <Button icon="ban" block disabled>
              {t('moderation.decision.actions.close')}
            </Button>
          )}
        </div>
        {!can.includes('close') && can.length > 0 && (
          <p className="hint">{t('moderation.decision.hints.close')}</p>
        )}
        {can.length === 0 && <p className="hint">{t('moderation.decision.nothing')}</p>}
        {administrator && !isModerator && !isAdministrator && person.id !== user.id && (
          <Appoint person={person} onDone={() => void refresh()} />
        )}
        {administrator && isModerator && !isAdministrator && (
          <EndOffice person={person} isOwn={false} onDone={() => void refresh()} />
        )}
      </div>
      <Dialog
        open={deciding !== null}
        onOpenChange={(open) => !open && setDeciding(null)}
        title={person.name}
        width="s"
        className="moderation-person-deciding"
      >
        {deciding && (
          <DecisionForm
            user={user}
            person={person}
            target={null}
            can={can}
            isRemovable={false}
            rule={null}
            first={deciding}
            onDone={() => {
              setDeciding(null);
              void refresh();
            }}
          />
        )}
      </Dialog>
    </section>
  );
}

function HowTheyStand({ known: { person, standing } }: { known: ModeratedPerson }) {
  const { t } = useTranslation();
  const { name } = person;
  if (standing.kind === 'good') return t('moderation.person.good', { name });
  return t(`moderation.person.${standing.kind === 'limited' ? 'limitedText' : 'outText'}`, { name });
}

interface EndMeasureProps {
  person: { id: string; name: string };
  onDone(): void;
}

/** Ends what stands against somebody before its time; they read why. */
function EndMeasure({ person, onDone }: EndMeasureProps) {
  const { t } = useTranslation();
  const failureText = useFailureText();
  const form = useId();
  const [isOpen, setOpen] = useState(false);
  const [reason, setReason] = useState('');
  const lift = useLiftMeasure(person.id);
  const submit = useOneAtATime(async () => {
    if (reason.trim() === '') return;
    try {
      await lift.mutateAsync(reason.trim());
      showToast({ type: 'success', message: t('moderation.person.ended', { name: person.name }) });
      setOpen(false);
      onDone();
    } catch {
      // Said in the dialog.
    }
  });
  return (
    <>
      <Button icon="refresh" block onClick={() => setOpen(true)}>
        {t('moderation.person.endNow')}
      </Button>
      <Dialog
        open={isOpen}
        onOpenChange={setOpen}
        title={t('moderation.person.endNow')}
        width="s"
        footer={
          <>
            <Button kind="ghost" onClick={() => setOpen(false)}>
              {t('ui.cancel')}
            </Button>
            <Button
              kind="primary"
              type="submit"
              form={form}
              disabled={reason.trim() === ''}
              busy={lift.isPending}
            >
              {t('moderation.person.endNow')}
            </Button>
          </>
        }
      >
        <form
          id={form}
          className="stack"
          onSubmit={(event) => {
            event.preventDefault();
            void submit();
          }}
        >
          <ReasonField
            label={t('moderation.person.endReason')}
            rows={3}
            value={reason}
            onChange={setReason}
          />
          {lift.isError && <InlineError text={failureText(t('moderation.person.endFailed'), lift.error)} />}
        </form>
      </Dialog>
    </>
  );
}
