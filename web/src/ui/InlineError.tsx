import { type Ref, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon } from '#ui/Icon.tsx';
import { useFocusGoesOn } from '#ui/page-focus.ts';

interface InlineErrorProps {
  text: string;
  onRetry?: () => void;
  /** For whoever gives the focus to its button. */
  retryRef?: Ref<HTMLButtonElement>;
}

/** Next to what failed; the rest of the page stays usable. */
export function InlineError({ text, onRetry, retryRef }: InlineErrorProps) {
  const { t } = useTranslation();
  const note = useRef<HTMLDivElement>(null);
  useFocusGoesOn(note);
  return (
    <div ref={note} className="note err" role="alert">
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
