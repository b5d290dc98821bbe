import { useTranslation } from 'react-i18next';
import { useShownTheme } from '#platform/theme.ts';
import { Avatar } from '#ui/Avatar.tsx';
import { Icon } from '#ui/Icon.tsx';

export function WelcomePreview() {
  const { t } = useTranslation();
  const theme = useShownTheme();
  return (
    <div className="welcome-preview">
      <img
        src={theme === 'dark' ? '/map-preview-dark.svg' : '/map-preview.svg'}
        alt={t('app.welcome.preview')}
        width={420}
        height={600}
      />
      <div aria-hidden="true">
        <span className="marker welcome-at-lawn">
          <Icon name="post" />
        </span>
        <span className="marker selected welcome-at-pond">
          <Icon name="post" />
        </span>
        <span className="marker welcome-at-bank">
          <Icon name="image" />
        </span>
        <span className="cluster welcome-at-station">
          <b>9</b>
        </span>
        <span className="own-position welcome-at-own" />
        <span className="welcome-bubble welcome-bubble-first" lang="en">
          <Avatar name="Theo" size="s" />
          <span>{t('app.welcome.previewPosts.first')}</span>
        </span>
        <span className="welcome-bubble welcome-bubble-second" lang="ja">
          <Avatar name="葵" size="s" />
          <span>{t('app.welcome.previewPosts.second')}</span>
        </span>
      </div>
    </div>
  );
}
