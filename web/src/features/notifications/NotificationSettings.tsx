import type { BodyOf } from '@dazi/contract/kernel/endpoint';
import type { saveNotificationSettings } from '@dazi/contract/notifications/notifications';
import { defaultPreferences } from '@dazi/contract/people/default-profile.rules';
import type { Preferences } from '@dazi/contract/people/profiles';
import { useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  useOwnProfile,
  useSavedWithSettings,
  useSaveProfile,
} from '#features/people/profiles/profiles.api.ts';
import { useLanguage } from '#platform/i18n/use-language.ts';
import { isSecure } from '#platform/secure-context.ts';
import { Field } from '#ui/Field.tsx';
import { InlineError } from '#ui/InlineError.tsx';
import { Note } from '#ui/Note.tsx';
import { Switch } from '#ui/Switch.tsx';
import { askPermission, usePermission } from './browser-notifications.ts';
import { DigestSwitch } from './DigestSwitch.tsx';
import {
  useNotificationSettings,
  useSaveMailSettings,
  useSaveNotificationSettings,
} from './notifications.api.ts';
import { canBePushedTo, startPush, stopPush, wantsPush } from './push.ts';
import { usualQuietHours, withEnd } from './quiet-hours.ts';
import './notifications.css';

type Wishes = Preferences['notificationSettings'];
type Changes = Omit<BodyOf<typeof saveNotificationSettings>, 'userId'>;

const wishes = [
  'newMessages',
  'reactions',
  'nearbyActivity',
  'cityUpdates',
] as const satisfies (keyof Wishes)[];

/** What somebody is told of, when, and where. Only whether this device is pushed to counts at once: it asks the browser. */
export function NotificationSettings({ userId }: { userId: string }) {
  const { t } = useTranslation();
  const { profile } = useOwnProfile();
  const { mutateAsync: saveProfile } = useSaveProfile();
  const { data: settings } = useNotificationSettings(userId);
  const { mutateAsync: save } = useSaveNotificationSettings(userId);
  const saved = profile?.preferences?.notificationSettings ?? defaultPreferences.notificationSettings;
  const [wished, setWished] = useState<Partial<Wishes> | null>(null);
  const [changes, setChanges] = useState<Changes | null>(null);
  const { mutateAsync: saveMail } = useSaveMailSettings(userId);
  const language = useLanguage();
  const [digest, setDigest] = useState<boolean | null>(null);
  const chosen = { ...saved, ...wished };
  const quiet = changes?.quietHours === undefined ? settings?.quietHours : changes.quietHours;
  const previews = changes?.pushPreviews ?? settings?.pushPreviews ?? false;
  const change = (next: Changes) => setChanges({ ...changes, ...next });
  const saveAll = useCallback(async () => {
    if (wished) await saveProfile({ preferences: { notificationSettings: wished } });
    if (changes) await save(changes);
    if (digest !== null) await saveMail({ digest, language });
  }, [wished, changes, digest, language, saveProfile, save, saveMail]);
  useSavedWithSettings(saveAll);
  return (
    <section className="notifications-settings" aria-label={t('notifications.settings.title')}>
      <div className="label">{t('notifications.settings.title')}</div>
      <div className="notifications-rows">
        {wishes.map((name) => (
          <Switch
            key={name}
            label={t(`notifications.settings.${name}`)}
            {...(name === 'nearbyActivity' && { hint: t('notifications.settings.nearbyActivityHint') })}
            checked={chosen[name]}
            onChange={(value) => setWished({ ...wished, [name]: value })}
          />
        ))}
        {settings && (
          <Switch
            label={t('notifications.settings.quietHours')}
            hint={t('notifications.settings.quietHoursHint')}
            checked={Boolean(quiet)}
            onChange={(value) => change({ quietHours: value ? usualQuietHours() : null })}
          />
        )}
        {quiet && (
          <div className="notifications-quiet-times">
            {(['from', 'to'] as const).map((end) => (
              <Field
                key={end}
                type="time"
                label={t(`notifications.settings.${end}`)}
                value={quiet[end]}
                onChange={({ target }) => {
                  if (target.value) change({ quietHours: withEnd(quiet, end, target.value) });
                }}
              />
            ))}
          </div>
        )}
        <PushSwitch userId={userId} />
        {settings && (
          <Switch
            label={t('notifications.settings.previews')}
            hint={t('notifications.settings.previewsHint')}
            checked={previews}
            onChange={(pushPreviews) => change({ pushPreviews })}
          />
        )}
        <DigestSwitch userId={userId} wished={digest} onChange={setDigest} />
      </div>
    </section>
  );
}

/** Asks the browser when it is turned on, and not before. */
function PushSwitch({ userId }: { userId: string }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const permission = usePermission();
  const [isOn, setOn] = useState(() => wantsPush(userId) && permission === 'granted');
  const [isBusy, setBusy] = useState(false);
  const [failed, setFailed] = useState(false);
  if (!canBePushedTo()) {
    return (
      <div>
        <Note icon="info">
          {t(isSecure() ? 'notifications.settings.pushMissing' : 'notifications.insecure')}
        </Note>
      </div>
    );
  }
  const change = async (value: boolean) => {
    setFailed(false);
    setBusy(true);
    try {
      if (!value) {
        await stopPush(userId);
        setOn(false);
      } else if ((await askPermission()) === 'granted') {
        await startPush(userId, language);
        setOn(true);
      }
    } catch {
      setFailed(true);
    }
    setBusy(false);
  };
  return (
    <div>
      <Switch
        label={t('notifications.settings.push')}
        hint={t('notifications.settings.pushHint')}
        checked={isOn}
        busy={isBusy}
        onChange={(value) => void change(value)}
      />
      {permission === 'denied' && (
        <Note kind="warn" icon="warning">
          {t('notifications.denied')}
        </Note>
      )}
      {failed && <InlineError text={t('notifications.settings.pushFailed')} />}
    </div>
  );
}
