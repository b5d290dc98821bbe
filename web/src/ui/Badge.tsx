import { classNames } from '#ui/class-names.ts';

/** 9+ above 9 on icons and avatars, 99+ above 99 in lists. */
export function cappedCount(count: number, cap: 9 | 99): string {
  return count > cap ? `${cap}+` : String(count);
}

interface BadgeProps {
  count: number;
  cap?: 9 | 99;
  kind?: 'unread' | 'green' | 'quiet';
}

/** Nothing at zero. What is counted stands in the label of what it sits on. */
export function Badge({ count, cap = 99, kind = 'unread' }: BadgeProps) {
  if (count <= 0) return null;
  return <span className={classNames('badge', kind !== 'unread' && kind)}>{cappedCount(count, cap)}</span>;
}
