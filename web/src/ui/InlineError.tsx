import type { Ref } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon } from '#ui/Icon.tsx';

interface InlineErrorProps {
  text: string;
  onRetry?: () => void;
  /** For whoever gives the focus to its button. */
  retryRef?: Ref<HTMLButtonElement>;
}

/** Next to what failed; the rest of the page stays usable. */
export function InlineError({ text, onRetry, retryRef }: InlineErrorProps) {
  const { t } = useTranslation();
  return (
    <div className="note err" role="alert">
      <Icon name="error" size="s" />
      <span className="grow">{text}</span>
      {onRetry && (
        <button ref={retryRef} type="button" className="note-action" onClick={onRetry}>
          {t('ui.tryAgain')}
        </button>
      )}
    </div>
  );
}
