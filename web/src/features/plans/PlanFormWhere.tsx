import type { Position } from '@dazi/contract/places/places';
import { planLimits, spotHints } from '@dazi/contract/plans/plans.rules';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '#platform/i18n/use-language.ts';
import { usePosition } from '#platform/location.ts';
import { Button } from '#ui/Button.tsx';
import { Field } from '#ui/Field.tsx';
import { Icon } from '#ui/Icon.tsx';
import { Note } from '#ui/Note.tsx';
import { Switch } from '#ui/Switch.tsx';
import { FormPart, type FormPartProps } from './FormPart.tsx';
import { draftOfFound, type FindPlace } from './found-spot.ts';
import { PlanFormZone } from './PlanFormZone.tsx';
import { mayBeHome } from './plan-draft.ts';
import { SelectField } from './SelectField.tsx';

interface PlanFormWhereProps extends FormPartProps {
  onChoosePlace(): void;
  /** A piece of the map around a place. */
  map(place: Position): ReactNode;
  findPlace: FindPlace;
  usualZone: string;
  /** Whether everybody may be shown the place: a plan that is changed only gets more private. */
  mayBePublic: boolean;
}

export function PlanFormWhere(props: PlanFormWhereProps) {
  const { draft, onDraft, problems, shown, onChoosePlace, map, findPlace, usualZone, mayBePublic } = props;
  const { t } = useTranslation();
  const language = useLanguage();
  // Compared here and told to nobody.
  const { position } = usePosition();
  const { place } = draft;
  return (
    <FormPart step={3} title={t('plans.create.where')} error={shown(problems.place)}>
      {place && <div className="plans-form-map">{map(place)}</div>}
      <div className="row wrap plans-choose">
        <Button kind="outline" icon="pin" onClick={onChoosePlace}>
          {t('plans.create.choosePlace')}
        </Button>
        {findPlace((found) => onDraft(draftOfFound(draft, found, language)))}
      </div>
      {mayBeHome(place, position) && (
        <Note kind="warn" icon="warning">
          <b>{t('plans.create.isHome')}</b> {t('plans.create.isHomeText')}
        </Note>
      )}
      {place && <PlanFormZone {...{ draft, onDraft, place, usualZone }} />}
      {place && (
        <>
          <div className="plans-where">
            <Field
              label={t('plans.create.placeName')}
              hideLabel
              placeholder={t('plans.create.placeName')}
              value={draft.spotName}
              dir="auto"
              autoComplete="off"
              maxLength={planLimits.spotName}
              error={shown(problems.spotName)}
              onChange={(event) => onDraft({ spotName: event.target.value })}
            />
            <SelectField
              label={t('plans.create.hint')}
              hideLabel
              value={draft.hint ?? ''}
              onChange={(value) => onDraft({ hint: spotHints.find((hint) => hint === value) ?? null })}
              options={[
                { value: '', label: t('plans.create.hint') },
                ...spotHints.map((value) => ({ value: value as string, label: t(`plans.hint.${value}`) })),
              ]}
            />
          </div>
          {mayBePublic && (
            <Switch
              label={t('plans.create.showEveryone')}
              hint={draft.isPublic ? t('plans.place.everyone') : t('plans.create.showEveryoneHint')}
              checked={draft.isPublic}
              onChange={(isPublic) => onDraft({ isPublic })}
            />
          )}
        </>
      )}
      <p className="hint row plans-public">
        <Icon name="lock" size="s" />
        <span>
          {t('plans.create.publicOnly')} {place && !draft.isPublic && t('plans.place.onePark')}
        </span>
      </p>
    </FormPart>
  );
}
