import { useTranslation } from 'react-i18next';
import { Icon, type IconName } from '#ui/Icon.tsx';
import { Logo } from '#ui/Logo.tsx';

const lines: readonly { icon: IconName; key: 'private' | 'rooms' | 'live' }[] = [
  { icon: 'message', key: 'private' },
  { icon: 'people', key: 'rooms' },
  { icon: 'clock', key: 'live' },
];

export function WelcomePanel() {
  const { t } = useTranslation();
  return (
    <section className="conversations-view conversations-welcome">
      <Logo size={56} />
      <h2>{t('conversations.welcome.title')}</h2>
      <ul>
        {lines.map(({ icon, key }) => (
          <li key={key}>
            <Icon name={icon} />
            <span>
              <b>{t(`conversations.welcome.${key}`)}</b>
              <span className="t3">{t(`conversations.welcome.${key}Text`)}</span>
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
