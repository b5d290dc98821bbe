import type { User } from '@dazi/contract/identity/identity';
import {
  personParts,
  type ReportReason,
  reportLimits,
  reportReasons,
} from '@dazi/contract/moderation/moderation.rules';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFailureText } from '#platform/error-text.ts';
import { useOneAtATime } from '#platform/one-at-a-time.ts';
import { type PersonalForm, PersonalForms, usePersonalForm } from '#platform/personal-forms.ts';
import { isRecord } from '#platform/storage.ts';
import { Avatar } from '#ui/Avatar.tsx';
import { Button } from '#ui/Button.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import { AreaField } from '#ui/Field.tsx';
import { InlineError } from '#ui/InlineError.tsx';
import { Note } from '#ui/Note.tsx';
import { UserText } from '#ui/UserText.tsx';
import { nameOfTarget, type ReportedThing, useReport } from './moderation.api.ts';
import { ReportSent, ReportSentActions, type Sent, useNextSteps } from './ReportSent.tsx';
import './moderation.css';

type PersonPart = (typeof personParts)[number];

interface Report {
  part: PersonPart;
  reason: ReportReason | null;
  details: string;
}
const emptyReport: Report = { part: 'behaviour', reason: null, details: '' };

const isOneOf = <Value extends string>(values: readonly Value[], value: unknown): value is Value =>
  values.some((one) => one === value);

const reports = new PersonalForms(
  'reports',
  (value): value is Report =>
    isRecord(value) &&
    typeof value.details === 'string' &&
    isOneOf(personParts, value.part) &&
    (value.reason === null || isOneOf(reportReasons, value.reason)),
  10,
);

interface ReportDialogProps {
  thing: ReportedThing;
  user: User;
  onClose(): void;
}

/** A reason from a short list, and words if one likes; once it was sent, what can be done at once. */
export function ReportDialog({ thing, user, onClose }: ReportDialogProps) {
  const { t } = useTranslation();
  const id = useId();
  const title = useTitle(thing);
  const [sent, setSent] = useState<Sent | null>(null);
  const kept = usePersonalForm(reports, user.id, nameOfTarget(thing), emptyReport);
  const send = useReport(user.id);
  const next = useNextSteps(thing, user, sent, onClose);
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && !next.isBusy && onClose()}
      title={sent ? t('moderation.thanks') : title}
      hideTitle={sent !== null}
      width="s"
      {...(sent && { className: 'moderation-sent' })}
      footer={
        sent ? (
          <ReportSentActions next={next} onClose={onClose} />
        ) : (
          <>
            <Button kind="ghost" onClick={onClose}>
              {t('ui.cancel')}
            </Button>
            <Button
              kind="primary"
              type="submit"
              form={id}
              disabled={kept.form.reason === null}
              busy={send.isPending}
            >
              {t('moderation.send')}
            </Button>
          </>
        )
      }
    >
      {sent ? (
        <ReportSent thing={thing} sent={sent} next={next} />
      ) : (
        <ReportForm id={id} thing={thing} kept={kept} send={send} onSent={setSent} />
      )}
    </Dialog>
  );
}

function useTitle({ targetType, name }: ReportedThing): string {
  const { t } = useTranslation();
  if ((targetType === 'person' || targetType === 'room') && name === null) {
    return t(`moderation.titleUnnamed.${targetType}`);
  }
  return t(`moderation.title.${targetType}`, { name: name ?? '' });
}

interface ReportFormProps {
  id: string;
  thing: ReportedThing;
  kept: PersonalForm<Report>;
  send: ReturnType<typeof useReport>;
  onSent(sent: Sent): void;
}

function ReportForm({ id, thing, kept, send, onSent }: ReportFormProps) {
  const { t } = useTranslation();
  const failureText = useFailureText();
  const { targetType, targetId, invite } = thing;
  const isPerson = targetType === 'person';
  const { form, forget } = kept;
  const submit = useOneAtATime(async () => {
    const { part, reason, details } = form;
    if (reason === null) return;
    try {
      const { urgency } = await send.mutateAsync({
        targetType,
        targetId,
        ...(invite && { invite }),
        reason,
        details: details.trim() || null,
        ...(isPerson && { part }),
      });
      forget();
      onSent({ reason, urgency });
    } catch {
      // Said in the dialog.
    }
  });
  return (
    <form
      id={id}
      className="moderation-form"
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <Thing thing={thing} />
      <ReportFields kept={kept} isPerson={isPerson} fits={thing.fits} />
      <Privacy thing={thing} />
      {send.isError && <InlineError text={failureText(t('moderation.failed'), send.error)} />}
    </form>
  );
}

/** What it is about, so that nobody reports the wrong thing. */
function Thing({ thing: { name, avatarUrl, excerpt } }: { thing: ReportedThing }) {
  if (name === null || !excerpt) return null;
  return (
    <div className="moderation-thing">
      <Avatar name={name} url={avatarUrl ?? null} size="s" />
      <p className="sm t2 ell grow">
        <UserText className="b moderation-thing-name">{name}</UserText> <UserText>{excerpt}</UserText>
      </p>
    </div>
  );
}

interface ReportFieldsProps {
  kept: PersonalForm<Report>;
  isPerson: boolean;
  fits: ReportedThing['fits'];
}

function ReportFields({ kept, isPerson, fits = [] }: ReportFieldsProps) {
  const { t } = useTranslation();
  const { form, change } = kept;
  return (
    <>
      {isPerson && (
        <Choices
          legend={t('moderation.part')}
          values={personParts}
          chosen={form.part}
          label={(part) => t(`moderation.parts.${part}`)}
          onChoose={(part) => change({ part })}
          className="moderation-parts"
        />
      )}
      <Choices
        legend={t('moderation.question')}
        values={[...fits, ...reportReasons.filter((reason) => !fits.includes(reason))]}
        chosen={form.reason}
        label={(reason) => t(`moderation.reasons.${reason}`)}
        onChoose={(reason) => change({ reason })}
      />
      <AreaField
        label={t('moderation.details')}
        placeholder={t('moderation.detailsHint')}
        rows={2}
        dir="auto"
        maxLength={reportLimits.details}
        counter={`${form.details.length}/${reportLimits.details}`}
        value={form.details}
        onChange={(event) => change({ details: event.target.value })}
      />
    </>
  );
}

interface ChoicesProps<Value extends string> {
  legend: string;
  values: readonly Value[];
  chosen: Value | null;
  label(value: Value): string;
  onChoose(value: Value): void;
  className?: string;
}

function Choices<Value extends string>(props: ChoicesProps<Value>) {
  const { legend, values, chosen, label, onChoose, className = '' } = props;
  const name = useId();
  return (
    <fieldset className={`moderation-reasons ${className}`}>
      <legend className="label">{legend}</legend>
      {values.map((value) => (
        <label key={value}>
          <input
            type="radio"
            name={name}
            value={value}
            checked={chosen === value}
            onChange={() => onChoose(value)}
          />
          {label(value)}
        </label>
      ))}
    </fieldset>
  );
}

function Privacy({ thing: { targetType, name } }: { thing: ReportedThing }) {
  const { t } = useTranslation();
  // A room has a name and no ears.
  const isUnnamed = name === null || targetType === 'room';
  const kind = targetType === 'message' ? 'messagePrivacy' : 'privacy';
  return (
    <Note icon="shield">
      {isUnnamed ? t('moderation.privacyUnnamed') : t(`moderation.${kind}`, { name })}
    </Note>
  );
}
