import type { Gender } from '@dazi/contract/identity/identity';
import type { Plan } from '@dazi/contract/plans/plans';
import { planCosts, planEntries, planLevels, planLimits } from '@dazi/contract/plans/plans.rules';
import { type ReactNode, useEffect, useId, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#ui/Button.tsx';
import { Chips } from '#ui/Chips.tsx';
import { AreaField, Field } from '#ui/Field.tsx';
import { Icon } from '#ui/Icon.tsx';
import { IconButton } from '#ui/IconButton.tsx';
import { Segmented } from '#ui/Segmented.tsx';
import { Switch } from '#ui/Switch.tsx';
import { Gem } from './ActivityGlyph.tsx';
import type { FormPartProps } from './FormPart.tsx';
import { LanguageChoice } from './LanguageChoice.tsx';
import { isTitleNeeded, PlanFormTitle } from './PlanFormTitle.tsx';
import { localOfDraft, minutesOf } from './plan-draft.ts';
import { whenOf, whenText } from './plan-time.ts';
import { activityText, costText, goingOn, languagesText } from './plan-words.ts';
import { useReader } from './use-reader.ts';

interface PlanFormDetailsProps extends FormPartProps {
  plan: Plan | null;
  /** Of the own profile, once it was confirmed. */
  gender: Gender | null;
}

interface FoldedProps extends PlanFormDetailsProps {
  isOpen: boolean;
  onOpenChange(open: boolean): void;
}

/** Everything that has a usual answer, folded under it. */
export function PlanFormDetails(props: FoldedProps) {
  const { draft, isOpen, onOpenChange } = props;
  const { t } = useTranslation();
  const { language } = useReader();
  const bodyId = useId();
  const fold = useRef<HTMLElement>(null);
  // What unfolds below the edge would not be seen to do so.
  useEffect(() => {
    if (isOpen) fold.current?.scrollIntoView({ block: 'start' });
  }, [isOpen]);
  const who = audienceChoice(draft.who, props);
  const entry = draft.seats === 2 ? 'ask' : draft.entry;
  const spoken = languagesText(draft.languages.length > 0 ? draft.languages : [language], language);
  // How much it is stands beside that it costs something.
  const cost = draft.cost === 'amount' && !draft.costText.trim() ? null : costText(draft, t);
  const level = draft.level ? t(`plans.level.${draft.level}`) : t('plans.level.any');
  return (
    <section className="plans-fold" aria-label={t('plans.create.details')} ref={fold}>
      <div className="row plans-fold-head">
        <Icon name="people" />
        <span className="grow">
          <b className="b">
            {t('plans.create.summary', {
              seats: draft.seats,
              who: goingOn(t(`plans.who.${who}`), language),
              entry: goingOn(t(`plans.entry.${entry}`), language),
            })}
          </b>
          <span className="sm t3 plans-fold-rest">
            {[t('plans.seats.least', { count: draft.least }), spoken, level, cost]
              .filter(Boolean)
              .join(' · ')}
          </span>
        </span>
        <Button
          kind="text"
          size="s"
          aria-expanded={isOpen}
          aria-controls={bodyId}
          onClick={() => onOpenChange(!isOpen)}
        >
          {t('plans.create.details')}
        </Button>
      </div>
      {isOpen && (
        <div id={bodyId} className="stack plans-fold-body">
          <Details {...props} />
        </div>
      )}
    </section>
  );
}

interface PageProps extends PlanFormDetailsProps {
  timeZone: string;
  onLeave(): void;
}

/** On a small screen they are a page of their own, which says what they are the details of. */
export function PlanFormDetailsPage(props: PageProps) {
  const { draft, timeZone, onLeave } = props;
  const { t } = useTranslation();
  const reader = useReader();
  const page = useRef<HTMLElement>(null);
  useEffect(() => {
    page.current?.focus({ preventScroll: true });
    page.current?.closest('.body')?.scrollTo({ top: 0, behavior: 'instant' });
    return () => document.querySelector<HTMLElement>('.plans-fold-head > .btn')?.focus();
  }, []);
  const { activity, part } = draft;
  const local = localOfDraft(draft, reader.now, timeZone);
  const when = whenOf({ local, timeZone, part, minutes: minutesOf(draft) });
  return (
    <section
      className="stack plans-details-page"
      aria-label={t('plans.create.details')}
      tabIndex={-1}
      ref={page}
    >
      <div className="row plans-details-of">
        <Gem activity={activity ?? 'other'} isOff={activity === null} />
        <span className="grow">
          <b className="b">{activity ? activityText(activity, reader.language) : t('plans.create.what')}</b>
          {when && <span className="sm t3 plans-fold-rest">{whenText(when, reader, t)}</span>}
        </span>
        <Button kind="text" size="s" onClick={onLeave}>
          {t('plans.host.edit')}
        </Button>
      </div>
      <Details {...props} />
    </section>
  );
}

function Details(props: PlanFormDetailsProps) {
  return (
    <>
      {!isTitleNeeded(props.draft) && <PlanFormTitle {...props} />}
      <Numbers {...props} />
      <Joining {...props} />
      <Rest {...props} />
    </>
  );
}

/** One that is for one gender already stays for that, whatever its host says by now. */
const audienceChoice = (who: Plan['who'], { plan, gender }: Pick<PlanFormDetailsProps, 'plan' | 'gender'>) =>
  who === 'everyone' ? 'everyone' : (plan?.gender ?? gender) === 'M' ? 'men' : 'women';

function Numbers({ draft, onDraft, plan }: PlanFormDetailsProps) {
  const { t } = useTranslation();
  const { least: fewest, most } = planLimits.seats;
  const lowest = Math.max(fewest, plan?.goingCount ?? fewest);
  return (
    <>
      <Stepper
        label={t('plans.create.people')}
        hint={draft.seats === 2 ? t('plans.create.twoHint') : null}
        value={draft.seats}
        lowest={lowest}
        highest={most}
        onChange={(seats) => onDraft({ seats, least: Math.min(draft.least, seats) })}
      />
      <Stepper
        label={t('plans.create.least')}
        hint={t('plans.seats.least', { count: draft.least })}
        value={draft.least}
        lowest={planLimits.least.least}
        highest={draft.seats}
        onChange={(least) => onDraft({ least })}
      />
    </>
  );
}

interface StepperProps {
  label: string;
  hint: ReactNode;
  value: number;
  lowest: number;
  highest: number;
  onChange(value: number): void;
}

/** A small number, one more or one less at a time. */
function Stepper({ label, hint, value, lowest, highest, onChange }: StepperProps) {
  return (
    <fieldset className="row between plans-stepper" aria-label={label}>
      <span className="grow">
        <span className="label">{label}</span>
        {hint && <span className="hint plans-fold-rest">{hint}</span>}
      </span>
      <IconButton
        icon="minus"
        size="s"
        iconSize="s"
        tip="none"
        label={`${label} −`}
        disabled={value <= lowest}
        onClick={() => onChange(value - 1)}
      />
      <output className="b num">{value}</output>
      <IconButton
        icon="plus"
        size="s"
        iconSize="s"
        tip="none"
        label={`${label} +`}
        disabled={value >= highest}
        onClick={() => onChange(value + 1)}
      />
    </fieldset>
  );
}

function Joining(props: PlanFormDetailsProps) {
  const { draft, onDraft, gender } = props;
  const { t } = useTranslation();
  const { language } = useReader();
  const audiences = [
    'everyone',
    ...(gender || draft.who === 'same_gender' ? ['same_gender' as const] : []),
  ] as const;
  return (
    <>
      {audiences.length > 1 && (
        <div className="field">
          <span className="label">{t('plans.create.who')}</span>
          <Segmented
            label={t('plans.create.who')}
            value={draft.who}
            onChange={(who) => onDraft({ who })}
            options={(['everyone', 'same_gender'] as const).map((value) => ({
              value,
              label: t(`plans.who.${audienceChoice(value, props)}`),
            }))}
          />
        </div>
      )}
      {draft.seats > 2 && (
        <div className="field">
          <span className="label">{t('plans.create.entry')}</span>
          <Segmented
            label={t('plans.create.entry')}
            value={draft.entry}
            onChange={(entry) => onDraft({ entry })}
            options={planEntries.map((value) => ({ value, label: t(`plans.entry.${value}`) }))}
          />
        </div>
      )}
      <LanguageChoice
        label={t('plans.create.languages')}
        chosen={draft.languages.length > 0 ? draft.languages : [language]}
        most={planLimits.languages.plan}
        onChange={(languages) => languages.length > 0 && onDraft({ languages: [...languages] })}
      />
      <Switch
        label={t('plans.who.languageNeeded')}
        checked={draft.languageNeeded}
        onChange={(languageNeeded) => onDraft({ languageNeeded })}
      />
    </>
  );
}

function Rest({ draft, onDraft, problems, shown }: PlanFormDetailsProps) {
  const { t } = useTranslation();
  return (
    <>
      <div className="field">
        <span className="label">{t('plans.create.level')}</span>
        <Chips
          label={t('plans.create.level')}
          value={draft.level ?? 'any'}
          onChange={(value) => onDraft({ level: planLevels.find((level) => level === value) ?? null })}
          options={(['any', ...planLevels] as const).map((value) => ({
            value: value as string,
            label: t(`plans.level.${value}`),
          }))}
        />
      </div>
      <div className="field">
        <span className="label">{t('plans.create.cost')}</span>
        <Chips
          label={t('plans.create.cost')}
          value={draft.cost}
          onChange={(cost) => onDraft({ cost })}
          options={planCosts.map((value) => ({
            value,
            label: value === 'amount' ? t('plans.create.amount') : t(`plans.cost.${value}`),
          }))}
        />
      </div>
      {draft.cost === 'amount' && (
        <Field
          label={t('plans.create.amount')}
          value={draft.costText}
          dir="auto"
          autoComplete="off"
          maxLength={planLimits.cost}
          error={shown(problems.cost)}
          onChange={(event) => onDraft({ costText: event.target.value })}
        />
      )}
      <div className="field">
        <span className="label">{t('plans.create.visible')}</span>
        <Chips
          label={t('plans.create.visible')}
          value={draft.listed ? 'everyone' : 'link'}
          onChange={(value) => onDraft({ listed: value === 'everyone' })}
          options={(['everyone', 'link'] as const).map((value) => ({
            value,
            label: t(`plans.listed.${value}`),
          }))}
        />
      </div>
      <AreaField
        label={t('plans.create.note')}
        hint={t('plans.create.noteHint')}
        counter={`${draft.note.length}/${planLimits.note}`}
        maxLength={planLimits.note}
        rows={3}
        dir="auto"
        value={draft.note}
        error={shown(problems.note)}
        onChange={(event) => onDraft({ note: event.target.value })}
      />
    </>
  );
}
