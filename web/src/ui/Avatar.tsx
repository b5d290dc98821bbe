import { type CSSProperties, useState } from 'react';
import { classNames } from '#ui/class-names.ts';
import { WhenNetworkIsBack } from '#ui/WhenNetworkIsBack.tsx';

export const avatarPairs = 8;

/** Which of the 8 colour pairs a name has: the same on every device. */
export function avatarPair(name: string): number {
  let hash = 0;
  for (const character of name.normalize('NFC')) hash = (hash * 31 + (character.codePointAt(0) ?? 0)) >>> 0;
  return hash % avatarPairs;
}

/** A letter that nothing follows which could belong to it: most names, without what a segmenter costs at first. */
const plainStart = /^[\p{Script=Latin}\p{Script=Han}](?![\p{M}\p{Cf}\p{Sk}])/u;

/** The first letter as people see it, so that neither an emoji nor an accent falls apart. */
export function initialOf(name: string): string {
  const trimmed = name.trim();
  const plain = plainStart.exec(trimmed)?.[0];
  const first = plain ?? new Intl.Segmenter().segment(trimmed)[Symbol.iterator]().next().value?.segment;
  return first?.toLocaleUpperCase() ?? '?';
}

interface AvatarProps {
  name: string;
  url?: string | null;
  /** 24, 32, 40, 56 and 96 pixels. */
  size?: 'xs' | 's' | 'm' | 'l' | 'xl';
  children?: React.ReactNode;
}

/** A picture or a letter. Decoration beside a name; a link or button around it carries the name. */
export function Avatar({ name, url, size = 'm', children }: AvatarProps) {
  const [broken, setBroken] = useState<string | null>(null);
  const pair = avatarPair(name);
  const colours = { '--av-c': `var(--av-${pair})`, '--av-i': `var(--av-${pair}-ink)` } as CSSProperties;
  const showsPicture = url && url !== broken;
  return (
    <span className={classNames('avatar', size !== 'm' && size)} style={colours} aria-hidden="true">
      {showsPicture ? (
        <img src={url} alt="" loading="lazy" decoding="async" onError={() => setBroken(url)} />
      ) : (
        initialOf(name)
      )}
      {broken && <WhenNetworkIsBack run={() => setBroken(null)} />}
      {children}
    </span>
  );
}
