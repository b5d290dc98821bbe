import type { User } from '@dazi/contract/identity/identity';
import type { Decision } from '@dazi/contract/moderation/decisions';
import { appealLimits } from '@dazi/contract/moderation/moderation.rules';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFailureText } from '#platform/error-text.ts';
import { useOneAtATime } from '#platform/one-at-a-time.ts';
import { PersonalDrafts, usePersonalDraft } from '#platform/personal-drafts.ts';
import { useNow } from '#platform/time.ts';
import { Button } from '#ui/Button.tsx';
import { AreaField } from '#ui/Field.tsx';
import { InlineError } from '#ui/InlineError.tsx';
import { showToast } from '#ui/toast-store.ts';
import { UserText } from '#ui/UserText.tsx';
import { useDates } from './dates.ts';
import { useAppeal } from './decisions.api.ts';
import './moderation-standing.css';

const drafts = new PersonalDrafts('appeals', 10);

interface AppealBoxProps {
  decision: Decision;
  user: User;
}

/** Whoever thinks that a decision is wrong says so here, once; afterwards, what came of it. */
export function AppealBox({ decision, user }: AppealBoxProps) {
  const { t } = useTranslation();
  const now = useNow();
  const { appeal, appealUntil, action } = decision;
  if (appeal) return <Appealed appeal={appeal} />;
  if (action === 'dismiss') return null;
  if (appealUntil === null || Date.parse(appealUntil) <= now) {
    return <p className="sm t3">{t('standing.appeal.closed')}</p>;
  }
  return <AppealForm decision={decision} user={user} until={appealUntil} />;
}

function AppealForm({ decision, user, until }: AppealBoxProps & { until: string }) {
  const { t } = useTranslation();
  const failureText = useFailureText();
  const dates = useDates();
  const [text, setText] = usePersonalDraft(drafts, user.id, decision.id);
  const [isOpen, setOpen] = useState(text !== '');
  const send = useAppeal(user.id, decision.id);
  const submit = useOneAtATime(async () => {
    if (text.trim() === '') return;
    try {
      await send.mutateAsync(text.trim());
      setText('');
      showToast({ type: 'success', message: t('standing.appeal.sent') });
    } catch {
      // Said below the field.
    }
  });
  return (
    <section className="card moderation-standing-card" aria-label={t('standing.appeal.title')}>
      <div>
        <h2 className="label">{t('standing.appeal.title')}</h2>
        <p className="sm t2">
          {t(decision.appealByOther === false ? 'standing.appeal.textAlone' : 'standing.appeal.text', {
            date: dates.day(until),
          })}
        </p>
      </div>
      {isOpen ? (
        <form
          className="moderation-standing-form"
          onSubmit={(event) => {
            event.preventDefault();
            void submit();
          }}
        >
          <AreaField
            label={t('standing.appeal.label')}
            rows={4}
            dir="auto"
            autoFocus
            maxLength={appealLimits.text}
            counter={`${text.length}/${appealLimits.text}`}
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
          {send.isError && <InlineError text={failureText(t('standing.appeal.failed'), send.error)} />}
          <div className="moderation-standing-actions">
            <Button kind="ghost" onClick={() => setOpen(false)}>
              {t('ui.cancel')}
            </Button>
            <Button kind="primary" type="submit" disabled={text.trim() === ''} busy={send.isPending}>
              {t('standing.appeal.send')}
            </Button>
          </div>
        </form>
      ) : (
        <Button kind="primary" size="l" block onClick={() => setOpen(true)}>
          {t('standing.appeal.action')}
        </Button>
      )}
    </section>
  );
}

type Appeal = NonNullable<Decision['appeal']>;

function Appealed({ appeal }: { appeal: Appeal }) {
  const { t } = useTranslation();
  const dates = useDates();
  const { state, text, madeAt, decidedAt, reason, bySomebodyElse } = appeal;
  return (
    <section className="card moderation-standing-card" aria-label={t('standing.appeal.yours')}>
      <div>
        <h2 className="label">{t('standing.appeal.yours')}</h2>
        <p role="status">
          {state === 'open'
            ? t('standing.appeal.open', { date: dates.day(madeAt) })
            : t(`standing.appeal.${state}`)}
        </p>
        <UserText as="blockquote" className="moderation-standing-quote">
          {text}
        </UserText>
      </div>
      {state !== 'open' && (
        <div className="moderation-standing-why">
          <h2 className="label">{t('standing.appeal.answer')}</h2>
          {reason && (
            <UserText as="p" className="content moderation-standing-words">
              {reason}
            </UserText>
          )}
          {bySomebodyElse === false && <p className="sm t3">{t('standing.appeal.sameOne')}</p>}
          {decidedAt && <p className="sm t3 num">{dates.moment(decidedAt)}</p>}
        </div>
      )}
    </section>
  );
}
