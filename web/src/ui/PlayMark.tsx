import { Icon } from '#ui/Icon.tsx';

/** Says that a still is of a video. */
export function PlayMark() {
  return (
    <span className="play-mark" aria-hidden="true">
      <Icon name="play" size="s" />
    </span>
  );
}
