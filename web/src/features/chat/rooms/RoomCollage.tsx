import type { Member } from '@dazi/contract/chat/conversations';
import type { CSSProperties } from 'react';
import { avatarPair, initialOf } from '#ui/Avatar.tsx';
import { classNames } from '#ui/class-names.ts';

interface RoomCollageProps {
  members: readonly Member[];
  size?: 'm' | 'l';
}

const shown = 4;

/** The first members of a room in a rounded square; decoration beside its name. */
export function RoomCollage({ members, size = 'm' }: RoomCollageProps) {
  return (
    <span className={classNames('collage', 'c4', size === 'l' && 'l')} aria-hidden="true">
      {members.slice(0, shown).map(({ userId, user }) => {
        const pair = avatarPair(user.name);
        const colours = { background: `var(--av-${pair})`, color: `var(--av-${pair}-ink)` } as CSSProperties;
        return (
          <b key={userId} style={colours}>
            {user.avatarUrl ? <img src={user.avatarUrl} alt="" loading="lazy" /> : initialOf(user.name)}
          </b>
        );
      })}
    </span>
  );
}
