import { Spinner } from '#ui/Spinner.tsx';

export function Loading() {
  return (
    <div className="moderation-more">
      <Spinner />
    </div>
  );
}
