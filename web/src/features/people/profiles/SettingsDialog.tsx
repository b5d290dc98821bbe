import type { LocationDisplay } from '@dazi/contract/places/places';
import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSession } from '#features/identity/identity.api.ts';
import { useFailureText } from '#platform/error-text.ts';
import { useBackCloses } from '#platform/history.ts';
import { Button } from '#ui/Button.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import { InlineError } from '#ui/InlineError.tsx';
import { Note } from '#ui/Note.tsx';
import { AppearanceFields } from './AppearanceFields.tsx';
import { LocationChoice } from './LocationChoice.tsx';
import { keepLocationDisplay, locationDisplayOf } from './location-privacy.ts';
import { useSaveProfile } from './profiles.api.ts';
import { type SaveChanges, SavedWithSettings } from './saved-with-settings.ts';
import { useAppearanceDraft } from './use-appearance-draft.ts';
import './profiles-settings.css';

/** The dialog stays this long after a successful save, so that the success can be seen. */
const closeAfterSave_ms = 500;

interface SettingsDialogProps {
  open: boolean;
  onOpenChange(open: boolean): void;
  /** What other features have here; settings wait for Save (`useSavedWithSettings`), actions are done at once. */
  account?: ReactNode;
  /** From now on the own position is shown approximately, and was not before. */
  onBlurred?(): void;
}

export function SettingsDialog({ open, onOpenChange, account, onBlurred }: SettingsDialogProps) {
  const { t } = useTranslation();
  const failureText = useFailureText();
  const { user } = useSession();
  const { mutateAsync: saveProfile } = useSaveProfile();
  const others = useRef<SaveChanges>(null);
  const register = useCallback((changes: SaveChanges) => {
    others.current = changes;
  }, []);
  const [display, setDisplay] = useState<LocationDisplay>('approximate');
  const appearance = useAppearanceDraft(open);
  const save = useMutation({
    mutationFn: async () => {
      await others.current?.();
      await saveProfile({ privacy: { showLocation: display, locationSharing: { precision: display } } });
    },
  });
  const { isSuccess, isError, reset } = save;
  const failure = useRef<HTMLDivElement>(null);
  useBackCloses('settings', open, () => onOpenChange(false));

  // Each opening starts from what is kept, not from what was left unsaved. The same person is another object after
  // each look at the session.
  const userId = user?.id;
  useEffect(() => {
    if (!open || userId === undefined) return;
    setDisplay(locationDisplayOf(userId));
    reset();
  }, [open, userId, reset]);

  // Save stands below all that scrolls, what became of it at the end of that.
  useEffect(() => {
    if (isError) failure.current?.scrollIntoView({ block: 'nearest' });
  }, [isError]);

  useEffect(() => {
    if (!isSuccess || !open) return;
    const timer = setTimeout(() => onOpenChange(false), closeAfterSave_ms);
    return () => clearTimeout(timer);
  }, [isSuccess, open, onOpenChange]);

  if (!user) return null;

  const submit = () =>
    save.mutate(undefined, {
      onSuccess: () => {
        const before = locationDisplayOf(user.id);
        keepLocationDisplay(user.id, display);
        appearance.apply();
        if (display === 'approximate' && before !== display) onBlurred?.();
      },
    });

  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={t('app.settings')}
      width="s"
      className="profiles-settings"
      footer={
        <>
          <Button kind="ghost" onClick={() => onOpenChange(false)}>
            {t('ui.cancel')}
          </Button>
          <Button
            kind="primary"
            className="profiles-settings-save"
            busy={save.isPending}
            {...(isSuccess && { icon: 'check' as const })}
            onClick={submit}
          >
            {save.isPending ? t('ui.saving') : isSuccess ? t('profiles.settings.saved') : t('ui.save')}
          </Button>
        </>
      }
    >
      <LocationChoice value={display} onChange={setDisplay} />
      <Note icon="shield">{t('profiles.settings.privacyNote')}</Note>
      <AppearanceFields draft={appearance} />
      <SavedWithSettings value={register}>{account}</SavedWithSettings>
      {isError && (
        <div ref={failure}>
          <InlineError text={failureText(t('profiles.updateFailed'), save.error)} />
        </div>
      )}
    </Dialog>
  );
}
