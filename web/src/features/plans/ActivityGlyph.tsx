import type { ActivityCode } from '@dazi/contract/plans/plan-activities';
import { iconOf } from './activity-icons.ts';

/** Decoration: what it means stands in words beside it or in the label of its button. */
export function ActivityGlyph({ activity }: { activity: ActivityCode }) {
  const Glyph = iconOf(activity);
  return <Glyph className="i" aria-hidden="true" />;
}

interface GemProps {
  activity: ActivityCode;
  size?: 'm' | 'l';
  /** Of what is over or will not be. */
  isOff?: boolean;
}

export function Gem({ activity, size = 'm', isOff = false }: GemProps) {
  return (
    <span className={`gem${size === 'l' ? ' l' : ''}${isOff ? ' off' : ''}`} aria-hidden="true">
      <ActivityGlyph activity={activity} />
    </span>
  );
}
