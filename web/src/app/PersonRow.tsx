import type { Profile } from '@dazi/contract/profiles';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Avatar } from '#ui/Avatar.tsx';
import { Icon } from '#ui/Icon.tsx';
import { PersonLink } from '#ui/PersonLink.tsx';
import { UserText } from '#ui/UserText.tsx';

/** Somebody in a list of people. */
export function PersonRow({ profile, text }: { profile: Profile; text?: ReactNode }) {
  const { t } = useTranslation();
  const { userId, displayName, age, gender, user } = profile;
  return (
    <li>
      <PersonLink userId={userId} className="person-row">
        <Avatar name={displayName} url={user.avatarUrl} />
        <span className="grow">
          <span className="by">
            <UserText className="ell">{displayName}</UserText>
            {age !== null && <span className="age num">{age}</span>}
            {gender && (
              <span role="img" aria-label={t(`profiles.genders.${gender}`)} className="gender">
                <Icon name={gender === 'M' ? 'male' : 'female'} size="xs" />
              </span>
            )}
          </span>
          {text && <span className="t2 sm ell person-text">{text}</span>}
        </span>
      </PersonLink>
    </li>
  );
}
