import type { Gender } from '@dazi/contract/identity/identity';
import { isBlank } from '@dazi/contract/kernel/blank-text';
import type { Profile } from '@dazi/contract/people/profiles';
import { profileLimits } from '@dazi/contract/people/profiles.rules';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFailureText } from '#platform/error-text.ts';
import { Avatar } from '#ui/Avatar.tsx';
import { Button } from '#ui/Button.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import { Field } from '#ui/Field.tsx';
import { Icon } from '#ui/Icon.tsx';
import { InlineError } from '#ui/InlineError.tsx';
import { ageOf, isTooYoung } from './age.ts';
import { GenderField } from './GenderField.tsx';
import {
  keepIntroduced,
  needsIntroduction,
  putOffIntroduction,
  useIntroductionRequests,
} from './introduction.ts';
import { useOwnProfile, useSaveProfile } from './profiles.api.ts';
import './profiles-settings.css';

/** What is wrong with an age; of one below 18 that this is not for children. */
function useAgeError(text: string): string | null {
  const { t } = useTranslation();
  if (ageOf(text) !== null) return null;
  return isTooYoung(text) ? t('profiles.intro.adults') : t('profiles.ageRange', profileLimits.age);
}

/** `isNeeded` when something waits for it. */
function IntroForm({ profile, isNeeded }: { profile: Profile; isNeeded: boolean }) {
  const { t } = useTranslation();
  const failureText = useFailureText();
  const save = useSaveProfile();
  const [open, setOpen] = useState(true);
  const [name, setName] = useState(profile.displayName);
  const [age, setAge] = useState(String(profile.age ?? profileLimits.age.min));
  const [gender, setGender] = useState<Gender | null>(profile.gender);
  const [tried, setTried] = useState(false);
  const nameError = isBlank(name) ? t('profiles.nameMissing') : null;
  const ageError = useAgeError(age);

  const ageShows = tried && ageError !== null;

  const done = () => {
    keepIntroduced(profile.userId);
    setOpen(false);
  };
  const later = () => {
    done();
    putOffIntroduction();
  };
  const submit = () => {
    setTried(true);
    if (nameError || ageError) return;
    save.mutate({ displayName: name.trim(), age: ageOf(age), gender, confirmed: true }, { onSuccess: done });
  };

  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && later()}
      title={t('profiles.intro.title')}
      description={t(isNeeded ? 'profiles.intro.needed' : 'profiles.intro.text')}
      width="s"
      className="profiles-settings-intro"
      footer={
        <>
          <Button kind="ghost" onClick={later}>
            {t('profiles.intro.later')}
          </Button>
          <Button kind="primary" busy={save.isPending} type="submit" form="introduction">
            {t('profiles.intro.save')}
          </Button>
        </>
      }
    >
      <form
        id="introduction"
        className="stack"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        <div className="row">
          <Avatar name={name || profile.displayName} url={profile.user.avatarUrl} size="l" />
          <div className="grow">
            <Field
              label={t('profiles.displayName')}
              value={name}
              maxLength={profileLimits.displayName}
              autoComplete="nickname"
              dir="auto"
              error={tried ? nameError : null}
              onChange={(event) => setName(event.target.value)}
            />
          </div>
        </div>
        <div className="profiles-settings-two-fields">
          <Field
            label={t('profiles.age')}
            value={age}
            inputMode="numeric"
            className="num"
            maxLength={3}
            aria-invalid={ageShows || undefined}
            aria-describedby={ageShows ? 'age-problem' : undefined}
            onChange={(event) => setAge(event.target.value)}
          />
          <GenderField value={gender} onChange={setGender} />
          {ageShows && (
            <p id="age-problem" className="hint err" role="alert">
              <Icon name="error" size="s" />
              {ageError}
            </p>
          )}
        </div>
        <p className="hint">{t('profiles.intro.hidden')}</p>
        {gender === null && <p className="hint">{t('profiles.intro.genderHint')}</p>}
        {save.isError && <InlineError text={failureText(t('profiles.saveFailed'), save.error)} />}
      </form>
    </Dialog>
  );
}

/** Shown once to people who have not confirmed age and gender, and again when what they want to do needs it. */
export function IntroCard() {
  const { profile, isLoaded } = useOwnProfile();
  const requests = useIntroductionRequests();
  const [asked, setAsked] = useState<string | null>(null);
  const [seen, setSeen] = useState(0);
  if (!profile || !isLoaded) return null;
  const { userId } = profile;
  if (requests !== seen) {
    setSeen(requests);
    // What somebody else asked for before in this page is nothing to who has confirmed theirs.
    if (!profile.isConfirmed) setAsked(userId);
  }
  if (asked !== userId) {
    if (!needsIntroduction(profile)) return null;
    setAsked(userId);
  }
  return <IntroForm key={`${userId} ${requests}`} profile={profile} isNeeded={requests > 0} />;
}
