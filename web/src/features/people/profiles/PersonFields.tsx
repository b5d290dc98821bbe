import { profileLimits } from '@dazi/contract/people/profiles.rules';
import { useTranslation } from 'react-i18next';
import { AreaField, Field } from '#ui/Field.tsx';
import { Icon } from '#ui/Icon.tsx';
import { GenderField } from './GenderField.tsx';
import type { DraftProblem, ProfileDraft } from './profile-draft.ts';

interface PersonFieldsProps {
  draft: ProfileDraft;
  change(changes: Partial<ProfileDraft>): void;
  problems: ReadonlySet<DraftProblem>;
  /** That a name is missing is said only to whoever wanted to save. */
  tried: boolean;
}

export function PersonFields({ draft, change, problems, tried }: PersonFieldsProps) {
  const { t } = useTranslation();
  const ageShows = problems.has('age') || problems.has('tooYoung');
  return (
    <>
      <Field
        label={t('profiles.displayName')}
        value={draft.displayName}
        maxLength={profileLimits.displayName}
        autoComplete="nickname"
        dir="auto"
        error={tried && problems.has('name') ? t('profiles.nameMissing') : null}
        counter={`${draft.displayName.length}/${profileLimits.displayName}`}
        onChange={(event) => change({ displayName: event.target.value })}
      />
      <AreaField
        label={t('profiles.bio')}
        value={draft.bio}
        maxLength={profileLimits.bio}
        rows={3}
        dir="auto"
        counter={`${draft.bio.length}/${profileLimits.bio}`}
        onChange={(event) => change({ bio: event.target.value })}
      />
      <div className="profiles-settings-two-fields">
        <Field
          label={t('profiles.age')}
          value={draft.age}
          inputMode="numeric"
          className="num"
          maxLength={3}
          aria-invalid={ageShows || undefined}
          aria-describedby={ageShows ? 'age-problem' : undefined}
          onChange={(event) => change({ age: event.target.value })}
        />
        <GenderField value={draft.gender} onChange={(gender) => change({ gender })} />
        {ageShows && (
          <p id="age-problem" className="hint err" role="alert">
            <Icon name="error" size="s" />
            {problems.has('tooYoung')
              ? t('profiles.intro.adults')
              : t('profiles.ageRange', profileLimits.age)}
          </p>
        )}
      </div>
    </>
  );
}
