import { Icon } from '#ui/Icon.tsx';

/** Why a post cannot be sent as it is. */
export function PostProblem({ text }: { text: string | null }) {
  if (!text) return null;
  return (
    <p className="hint err" role="alert">
      <Icon name="error" size="s" />
      {text}
    </p>
  );
}
