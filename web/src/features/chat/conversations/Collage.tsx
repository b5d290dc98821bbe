import type { Member } from '@dazi/contract/chat/conversations';
import { conversationLimits } from '@dazi/contract/chat/conversations.rules';
import { type CSSProperties, useState } from 'react';
import { avatarPair, initialOf } from '#ui/Avatar.tsx';
import { WhenNetworkIsBack } from '#ui/WhenNetworkIsBack.tsx';
import { PictureCache } from './picture-cache.ts';

const pictures = new PictureCache();

/** Up to nine members of a group in a square; letters only where four of them have room. */
export function Collage({ members }: { members: readonly Member[] }) {
  const shown = members.slice(0, conversationLimits.collage);
  const isSmall = shown.length <= 4;
  return (
    <span className={isSmall ? 'collage c4' : 'collage'} aria-hidden="true">
      {shown.map(({ id, user }) => (
        <Tile key={id} name={user.name} url={user.avatarUrl} withLetter={isSmall} />
      ))}
    </span>
  );
}

function Tile({ name, url, withLetter }: { name: string; url: string | null; withLetter: boolean }) {
  const [broken, setBroken] = useState(() => url !== null && pictures.get(url) === 'broken');
  const pair = avatarPair(name);
  const colours = { '--av-c': `var(--av-${pair})`, '--av-i': `var(--av-${pair}-ink)` } as CSSProperties;
  if (url === null || broken) {
    const tryAgain = () => {
      if (url !== null) pictures.delete(url);
      setBroken(false);
    };
    return (
      <b className="conversations-collage-tile" style={colours}>
        {withLetter ? initialOf(name) : null}
        {broken && <WhenNetworkIsBack run={tryAgain} />}
      </b>
    );
  }
  return (
    <b className="conversations-collage-tile" style={colours}>
      <img
        src={url}
        alt=""
        loading={pictures.get(url) === 'loaded' ? 'eager' : 'lazy'}
        decoding="async"
        onLoad={() => pictures.set(url, 'loaded')}
        onError={() => {
          pictures.set(url, 'broken');
          setBroken(true);
        }}
      />
    </b>
  );
}
