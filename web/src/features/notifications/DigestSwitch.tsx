import { useTranslation } from 'react-i18next';
import { Switch } from '#ui/Switch.tsx';
import { useMailSettings } from './notifications.api.ts';

interface DigestSwitchProps {
  userId: string;
  /** What was chosen and is not saved yet. */
  wished: boolean | null;
  onChange(digest: boolean): void;
}

/** The weekly mail; nothing where the server sends none, or would not know where to. */
export function DigestSwitch({ userId, wished, onChange }: DigestSwitchProps) {
  const { t } = useTranslation();
  const { data: settings } = useMailSettings(userId);
  if (!settings?.offered || settings.address === null) return null;
  return (
    <Switch
      label={t('notifications.settings.digest')}
      hint={t('notifications.settings.digestHint', { address: settings.address })}
      checked={wished ?? settings.digest}
      onChange={onChange}
    />
  );
}
