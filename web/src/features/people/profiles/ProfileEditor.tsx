import type { Profile } from '@dazi/contract/people/profiles';
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFailureText } from '#platform/error-text.ts';
import { usePersonalForm } from '#platform/personal-forms.ts';
import { Button } from '#ui/Button.tsx';
import { DiscardDialog } from '#ui/DiscardDialog.tsx';
import { InlineError } from '#ui/InlineError.tsx';
import { Note } from '#ui/Note.tsx';
import { isTooYoung } from './age.ts';
import { completionOf } from './completion.ts';
import { InterestPicker } from './InterestPicker.tsx';
import { PersonFields } from './PersonFields.tsx';
import { MeetingFields, PrivacyFields } from './ProfileChoices.tsx';
import { bodyOf, draftOf, isChanged, type ProfileDraft, problemsOf, profileForms } from './profile-draft.ts';
import { useSaveProfile } from './profiles.api.ts';
import './profiles.css';
import './profiles-settings.css';

interface ProfileEditorProps {
  profile: Profile;
  /** The own picture and what can be done with it; saved by itself. */
  avatar: ReactNode;
  onSaved(): void;
  onCancel(): void;
}

/** Everything that can be said about oneself. What is left unsaved is there when one comes back. */
export function ProfileEditor({ profile, avatar, onSaved, onCancel }: ProfileEditorProps) {
  const { t } = useTranslation();
  const failureText = useFailureText();
  const save = useSaveProfile();
  const { draft, change, restored, forget, changed } = useDraft(profile);
  const [tried, setTried] = useState(false);
  const [discarding, setDiscarding] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  // The button that led here is gone.
  useEffect(() => heading.current?.focus({ preventScroll: true }), []);
  const problems = problemsOf(draft);
  const { done, of } = completionOf(profile);

  const submit = () => {
    setTried(true);
    if (problems.size > 0) {
      // After the marks of the fields are there.
      requestAnimationFrame(() => form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus());
      return;
    }
    save.mutate(bodyOf(draft, profile), {
      onSuccess: () => {
        forget();
        onSaved();
      },
    });
  };
  const discard = () => {
    forget();
    onCancel();
  };

  return (
    <form
      ref={form}
      className="card profiles-editor"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <div className="row between">
        <h1 ref={heading} tabIndex={-1}>
          {t('profiles.edit')}
        </h1>
        <span className="t2 sm num">{t('profiles.complete', { done, of })}</span>
      </div>
      {restored && <Note icon="clock">{t('profiles.restored')}</Note>}
      {avatar}
      <PersonFields draft={draft} change={change} problems={problems} tried={tried} />
      <section className="profiles-editor-part">
        <div className="row between">
          <h2>{t('profiles.interests')}</h2>
          <span className="t3 sm num">{t('profiles.chosen', { count: draft.interests.length })}</span>
        </div>
        <InterestPicker chosen={draft.interests} onChange={(interests) => change({ interests })} />
      </section>
      <MeetingFields draft={draft} change={change} problems={problems} />
      <PrivacyFields draft={draft} change={change} />
      {save.isError && <InlineError text={failureText(t('profiles.saveFailed'), save.error)} />}
      <div className="profiles-editor-actions" data-layer="editor-actions">
        <Button kind="ghost" onClick={() => (changed ? setDiscarding(true) : discard())}>
          {t('ui.cancel')}
        </Button>
        <Button kind="primary" type="submit" busy={save.isPending}>
          {save.isPending ? t('ui.saving') : t('ui.save')}
        </Button>
      </div>
      <DiscardDialog open={discarding} onOpenChange={setDiscarding} onDiscard={discard} />
    </form>
  );
}

/** Kept is what was changed alone: what is saved elsewhere in between shows in the rest. */
const nothing: Partial<ProfileDraft> = {};

/**
 * The draft, kept until it is saved, however the editor is left; the browser asks before the page goes. An age below the
 * limit is kept nowhere: it lasts as long as its field is seen.
 */
function useDraft(profile: Profile) {
  const saved = useMemo(() => draftOf(profile), [profile]);
  const kept = usePersonalForm(profileForms, profile.userId, 'own', nothing);
  const [refusedAge, setRefusedAge] = useState<string | null>(null);
  const draft = { ...saved, ...kept.form, ...(refusedAge !== null && { age: refusedAge }) };
  const changed = isChanged(draft, profile);
  useEffect(() => {
    if (!changed) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [changed]);
  const change = (changes: Partial<ProfileDraft>) => {
    const { age } = changes;
    if (age !== undefined) setRefusedAge(isTooYoung(age) ? age : null);
    const next = age !== undefined && isTooYoung(age) ? { ...changes, age: saved.age } : changes;
    if (isChanged({ ...saved, ...kept.form, ...next }, profile)) kept.change(next);
    else kept.forget();
  };
  const forget = () => {
    setRefusedAge(null);
    kept.forget();
  };
  return { draft, restored: kept.wasKept, changed, change, forget };
}
