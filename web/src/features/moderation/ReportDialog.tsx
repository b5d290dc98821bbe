import type { User } from '@dazi/contract/identity/identity';
import type { ReportReason } from '@dazi/contract/moderation/moderation';
import { reportLimits, reportReasons } from '@dazi/contract/moderation/moderation.rules';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { useFailureText } from '#platform/error-text.ts';
import { useOneAtATime } from '#platform/one-at-a-time.ts';
import { PersonalForms, usePersonalForm } from '#platform/personal-forms.ts';
import { isRecord } from '#platform/storage.ts';
import { Button } from '#ui/Button.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import { InlineError } from '#ui/InlineError.tsx';
import { Note } from '#ui/Note.tsx';
import { showToast } from '#ui/toast-store.ts';
import { type ReportTarget, useReport } from './moderation.api.ts';
import './moderation.css';

interface Report {
  reason: ReportReason | null;
  details: string;
}
const emptyReport: Report = { reason: null, details: '' };

const reports = new PersonalForms(
  'reports',
  (value): value is Report =>
    isRecord(value) &&
    typeof value.details === 'string' &&
    (value.reason === null || reportReasons.some((reason) => reason === value.reason)),
  10,
);

interface ReportDialogProps {
  target: ReportTarget;
  name: string;
  user: User;
  onClose(): void;
}

/** A reason from a short list, and words if one likes. */
export function ReportDialog({ target, name, user, onClose }: ReportDialogProps) {
  const { t } = useTranslation();
  const failureText = useFailureText();
  const place = `${target.targetType}:${target.targetId}`;
  const { form, change, forget } = usePersonalForm(reports, user.id, place, emptyReport);
  const { reason, details } = form;
  const send = useReport(user.id);
  const id = useId();

  const submit = useOneAtATime(async () => {
    if (reason === null) return;
    try {
      await send.mutateAsync({ ...target, reason, details: details.trim() || null });
      forget();
      showToast({ type: 'success', message: t('moderation.sent') });
      onClose();
    } catch {
      // Said in the dialog.
    }
  });

  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t(`moderation.title.${target.targetType}`, { name })}
      width="s"
      footer={
        <>
          <Button kind="ghost" onClick={onClose}>
            {t('ui.cancel')}
          </Button>
          <Button kind="primary" type="submit" form={id} disabled={reason === null} busy={send.isPending}>
            {t('moderation.send')}
          </Button>
        </>
      }
    >
      <form
        id={id}
        className="stack"
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        <fieldset className="moderation-reasons">
          <legend className="label">{t('moderation.question')}</legend>
          {reportReasons.map((value) => (
            <label key={value}>
              <input
                type="radio"
                name={`${id}-reason`}
                value={value}
                checked={reason === value}
                onChange={() => change({ reason: value })}
              />
              {t(`moderation.reasons.${value}`)}
            </label>
          ))}
        </fieldset>
        <div className="field">
          <label htmlFor={`${id}-details`}>{t('moderation.details')}</label>
          <textarea
            id={`${id}-details`}
            className="input moderation-details"
            rows={3}
            dir="auto"
            maxLength={reportLimits.details}
            value={details}
            onChange={(event) => change({ details: event.target.value })}
          />
          <div className="row between under">
            <span className="hint" />
            <span className="hint num">{`${details.length}/${reportLimits.details}`}</span>
          </div>
        </div>
        <Note icon="shield">
          {t(target.targetType === 'message' ? 'moderation.messagePrivacy' : 'moderation.privacy')}
        </Note>
        {send.isError && <InlineError text={failureText(t('moderation.failed'), send.error)} />}
      </form>
    </Dialog>
  );
}
