import { Spinner } from '#ui/Spinner.tsx';

/** In the place of a list until it comes. */
export function Loading() {
  return (
    <div className="moderation-more">
      <Spinner />
    </div>
  );
}
