import type { Member } from '@dazi/contract/chat/conversations';
import type { PlaceNames } from '@dazi/contract/places/place-search';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '#platform/i18n/use-language.ts';
import { Avatar } from '#ui/Avatar.tsx';
import { Icon } from '#ui/Icon.tsx';
import { UserText } from '#ui/UserText.tsx';
import { hintKilometresText, milesText, radiusText } from './distance-text.ts';

/** The name of a room with its member count, which stays when the name is cut. */
export function RoomTitle({ name, memberCount }: { name: string; memberCount: number }) {
  const language = useLanguage();
  return (
    <span className="rooms-title">
      <UserText className="ell">{name}</UserText>
      <span className="t3 num">({new Intl.NumberFormat(language).format(memberCount)})</span>
    </span>
  );
}

interface RoomMetaProps {
  /** Miles; null where nobody knows from where. */
  distance: number | null;
  address: string | null;
  addressNames: PlaceNames;
}

export function RoomMeta({ distance, address, addressNames }: RoomMetaProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const place = address && (addressNames?.[language as keyof typeof addressNames] ?? address);
  if (distance === null && !place) return null;
  return (
    <span className="meta num">
      {distance !== null && (
        <span>{t('rooms.away', { distance: milesText(distance, language, 'long') })}</span>
      )}
      {distance !== null && place && <span className="dotsep" aria-hidden="true" />}
      {place && <span className="ell">{place}</span>}
    </span>
  );
}

/** The join radius in miles, with a hint in kilometres, and whether it reaches one. */
export function RoomReach({ joinRadius, within }: { joinRadius: number; within: boolean | null }) {
  const { t } = useTranslation();
  const language = useLanguage();
  return (
    <div className="row wrap rooms-reach">
      <span className="pill yellow">
        <Icon name="radius" size="xs" />
        {t('rooms.joinRadius', {
          miles: radiusText(joinRadius, language),
          km: hintKilometresText(joinRadius, language),
        })}
      </span>
      {within !== null && (
        <span className={within ? 'pill green' : 'pill'}>
          <Icon name={within ? 'check' : 'info'} size="xs" />
          {t(within ? 'rooms.inside' : 'rooms.outside')}
        </span>
      )}
    </div>
  );
}

/** The first members as pictures; their names are read out. */
export function FirstMembers({ members, memberCount }: { members: readonly Member[]; memberCount: number }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const rest = memberCount - members.length;
  return (
    <div className="row rooms-members">
      <ul className="avatars" aria-label={t('rooms.participants')}>
        {members.map(({ userId, user }) => (
          <li key={userId} title={user.name}>
            <Avatar name={user.name} url={user.avatarUrl} size="s" />
            <span className="unseen">{user.name}</span>
          </li>
        ))}
      </ul>
      {rest > 0 && (
        <span className="sm t2 num">
          {t('rooms.more', { count: rest, replace: { count: new Intl.NumberFormat(language).format(rest) } })}
        </span>
      )}
    </div>
  );
}
