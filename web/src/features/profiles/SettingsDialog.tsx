import type { LocationDisplay } from '@dazi/contract/places';
import { defaultPrivacy } from '@dazi/contract/profiles';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSession } from '#features/identity/identity.api.ts';
import { LocationChoice } from '#features/profiles/LocationChoice.tsx';
import { keepLocationDisplay, locationDisplayOf } from '#features/profiles/location-privacy.ts';
import { useOwnProfile, useSaveProfile } from '#features/profiles/profiles.api.ts';
import { useErrorText } from '#platform/error-text.ts';
import { Button } from '#ui/Button.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import { InlineError } from '#ui/InlineError.tsx';
import { Note } from '#ui/Note.tsx';
import './settings.css';

/** The dialog stays this long after a successful save, so that the success can be seen. */
const closeAfterSave_ms = 500;

interface SettingsDialogProps {
  open: boolean;
  onOpenChange(open: boolean): void;
}

export function SettingsDialog({ open, onOpenChange }: SettingsDialogProps) {
  const { t } = useTranslation();
  const errorText = useErrorText();
  const { user } = useSession();
  const { profile } = useOwnProfile();
  const save = useSaveProfile();
  const [display, setDisplay] = useState<LocationDisplay>('approximate');
  const { isSuccess, reset } = save;

  // Each opening starts from what is kept, not from what was left unsaved.
  useEffect(() => {
    if (!open || !user) return;
    setDisplay(locationDisplayOf(user.id));
    reset();
  }, [open, user, reset]);

  useEffect(() => {
    if (!isSuccess || !open) return;
    const timer = setTimeout(() => onOpenChange(false), closeAfterSave_ms);
    return () => clearTimeout(timer);
  }, [isSuccess, open, onOpenChange]);

  if (!user) return null;

  const submit = () => {
    const sharing = profile?.privacy?.locationSharing ?? defaultPrivacy.locationSharing;
    save.mutate(
      { privacy: { showLocation: display, locationSharing: { ...sharing, precision: display } } },
      { onSuccess: () => keepLocationDisplay(user.id, display) },
    );
  };

  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={t('app.settings')}
      width="s"
      className="settings"
      footer={
        <>
          <Button kind="ghost" onClick={() => onOpenChange(false)}>
            {t('ui.cancel')}
          </Button>
          <Button
            kind="primary"
            className="save"
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
      {save.isError && <InlineError text={`${t('profiles.updateFailed')}. ${errorText(save.error)}`} />}
    </Dialog>
  );
}
