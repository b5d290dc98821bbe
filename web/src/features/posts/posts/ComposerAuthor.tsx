import type { User } from '@dazi/contract/identity/identity';
import type { LocationDisplay } from '@dazi/contract/places/places';
import { useTranslation } from 'react-i18next';
import { positionGap, usePosition } from '#platform/location.ts';
import { Avatar } from '#ui/Avatar.tsx';
import { Button } from '#ui/Button.tsx';
import { Icon } from '#ui/Icon.tsx';
import { UserText } from '#ui/UserText.tsx';

interface ComposerAuthorProps {
  user: User;
  display: LocationDisplay;
  onChangeDisplay(): void;
}

/** Who writes, and how exactly others will see where. */
export function ComposerAuthor({ user, display, onChangeDisplay }: ComposerAuthorProps) {
  const { t } = useTranslation();
  const { position, status } = usePosition();
  const gap = positionGap(status);
  return (
    <div className="posts-composer-who">
      <Avatar name={user.name} url={user.avatarUrl} />
      <div className="grow">
        <UserText as="div" className="b ell">
          {user.name}
        </UserText>
        <div className="meta">
          <Icon name="pin" size="xs" />
          {position && t(`posts.composer.display.${display}`)}
          {!position && (gap === 'insecure' ? t('ui.positionInsecure') : t(`posts.composer.position.${gap}`))}
        </div>
      </div>
      <Button kind="text" size="s" onClick={onChangeDisplay}>
        {t('posts.composer.change')}
      </Button>
    </div>
  );
}
