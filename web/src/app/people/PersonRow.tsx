import type { Profile } from '@dazi/contract/people/profiles';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { MessageButton } from '#features/chat/conversations/MessageButton.tsx';
import { Avatar } from '#ui/Avatar.tsx';
import { Icon } from '#ui/Icon.tsx';
import { PersonLink } from '#ui/PersonLink.tsx';
import { UserText } from '#ui/UserText.tsx';

interface PersonRowProps {
  profile: Pick<Profile, 'userId' | 'displayName' | 'age' | 'gender' | 'user'>;
  isOnline?: boolean;
  text?: ReactNode;
}

export function PersonRow({ profile, isOnline = false, text }: PersonRowProps) {
  const { t } = useTranslation();
  const { userId, displayName, age, gender, user } = profile;
  return (
    <li className="people-item">
      <PersonLink userId={userId} className="people-row">
        <Avatar name={displayName} url={user.avatarUrl}>
          {isOnline && <i className="presence" />}
        </Avatar>
        <span className="grow">
          <span className="by">
            <UserText className="ell">{displayName}</UserText>
            {isOnline && <span className="unseen">{t('presence.online')}</span>}
            {age !== null && <span className="age num">{age}</span>}
            {gender && (
              <span role="img" aria-label={t(`profiles.genders.${gender}`)} className="gender">
                <Icon name={gender === 'M' ? 'male' : 'female'} size="xs" />
              </span>
            )}
          </span>
          {text && <span className="t2 sm people-row-text">{text}</span>}
        </span>
      </PersonLink>
      <MessageButton person={{ id: userId, name: displayName }} look="icon" />
    </li>
  );
}
