import type { CSSProperties } from 'react';

interface SkeletonProps {
  width?: string;
  height?: string;
  round?: boolean;
}

/** The shape of what comes. Its surroundings say aria-busy. */
export function Skeleton({ width, height, round = false }: SkeletonProps) {
  return (
    <span
      className={round ? 'sk c' : 'sk'}
      style={{ '--sk-width': width, '--sk-height': height } as CSSProperties}
      aria-hidden="true"
    />
  );
}
