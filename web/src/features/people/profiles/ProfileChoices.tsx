import { lookingForKinds, profileLimits } from '@dazi/contract/people/profiles.rules';
import { useTranslation } from 'react-i18next';
import { Field } from '#ui/Field.tsx';
import { Icon } from '#ui/Icon.tsx';
import { Segmented } from '#ui/Segmented.tsx';
import { Switch } from '#ui/Switch.tsx';
import { ChoicePills } from './ChoicePills.tsx';
import { type DraftProblem, distanceLimits, type ProfileDraft } from './profile-draft.ts';

interface ChoicesProps {
  draft: ProfileDraft;
  change(changes: Partial<ProfileDraft>): void;
}

export function MeetingFields({
  draft,
  change,
  problems,
}: ChoicesProps & { problems: ReadonlySet<DraftProblem> }) {
  const { t } = useTranslation();
  const rangeIsWrong = problems.has('ageRange');
  const described = rangeIsWrong ? { 'aria-invalid': true, 'aria-describedby': 'age-range-problem' } : {};
  return (
    <section className="profiles-editor-part">
      <h2>{t('profiles.meeting')}</h2>
      <div className="field">
        <span className="label">{t('profiles.lookingFor')}</span>
        <ChoicePills
          label={t('profiles.lookingFor')}
          options={lookingForKinds.map((value) => ({ value, label: t(`profiles.lookingForKinds.${value}`) }))}
          chosen={draft.lookingFor}
          onChange={(lookingFor) => change({ lookingFor })}
        />
      </div>
      <div className="profiles-meeting">
        <Field
          label={t('profiles.youngest')}
          value={draft.youngest}
          inputMode="numeric"
          className="num"
          maxLength={3}
          {...described}
          onChange={(event) => change({ youngest: event.target.value })}
        />
        <Field
          label={t('profiles.oldest')}
          value={draft.oldest}
          inputMode="numeric"
          className="num"
          maxLength={3}
          {...described}
          onChange={(event) => change({ oldest: event.target.value })}
        />
        <Field
          label={t('profiles.maxDistance')}
          value={draft.maxDistance}
          inputMode="numeric"
          className="num"
          maxLength={5}
          aria-invalid={problems.has('maxDistance') || undefined}
          aria-describedby={problems.has('maxDistance') ? 'distance-problem' : undefined}
          onChange={(event) => change({ maxDistance: event.target.value })}
        />
        {rangeIsWrong && (
          <p id="age-range-problem" className="hint err" role="alert">
            <Icon name="error" size="s" />
            {t('profiles.rangeWrong', profileLimits.age)}
          </p>
        )}
        {problems.has('maxDistance') && (
          <p id="distance-problem" className="hint err" role="alert">
            <Icon name="error" size="s" />
            {t('profiles.distanceWrong', distanceLimits)}
          </p>
        )}
      </div>
      <Switch
        label={t('profiles.onlyVerified')}
        hint={t('profiles.onlyVerifiedHint')}
        checked={draft.showOnlyVerified}
        onChange={(showOnlyVerified) => change({ showOnlyVerified })}
      />
    </section>
  );
}

export function PrivacyFields({ draft, change }: ChoicesProps) {
  const { t } = useTranslation();
  const visibility = draft.profileVisibility;
  return (
    <section className="profiles-editor-part">
      <h2>{t('profiles.privacy')}</h2>
      <div className="field">
        <span className="label">{t('profiles.visibility')}</span>
        <Segmented
          inForm
          label={t('profiles.visibility')}
          value={visibility}
          onChange={(profileVisibility) => change({ profileVisibility })}
          options={(['nearby_only', 'public', 'private'] as const).map((value) => ({
            value,
            label: t(`profiles.visibilities.${value}`),
          }))}
        />
        <span className="hint">{t(`profiles.visibilityHints.${visibility}`)}</span>
      </div>
      <Switch
        label={t('profiles.showAge')}
        checked={draft.showAge}
        onChange={(showAge) => change({ showAge })}
      />
      <Switch
        label={t('profiles.showOnlineStatus')}
        hint={t('profiles.showOnlineStatusHint')}
        checked={draft.showOnlineStatus}
        onChange={(showOnlineStatus) => change({ showOnlineStatus })}
      />
      <Switch
        label={t('profiles.locationSharing')}
        hint={t('profiles.locationSharingHint')}
        checked={draft.sharesLocation}
        onChange={(sharesLocation) => change({ sharesLocation })}
      />
      <Switch
        label={t('profiles.directMessages')}
        hint={t('profiles.directMessagesHint')}
        checked={draft.allowDirectMessages}
        onChange={(allowDirectMessages) => change({ allowDirectMessages })}
      />
    </section>
  );
}
