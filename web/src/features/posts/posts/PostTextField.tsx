import { postLimits } from '@dazi/contract/posts/posts.rules';
import { useTranslation } from 'react-i18next';
import { classNames } from '#ui/class-names.ts';
import { CharacterCount } from './CharacterCount.tsx';

interface PostTextFieldProps {
  /** Of the form around it. */
  formId: string;
  value: string;
  onChange(text: string): void;
  placeholder?: string;
  isInvalid: boolean;
}

/** The text of a post, and how much of it there may be. */
export function PostTextField({ formId, value, onChange, placeholder, isInvalid }: PostTextFieldProps) {
  const { t } = useTranslation();
  const countId = `${formId}-count`;
  return (
    <div className={classNames('posts-composer-text', isInvalid && 'is-err')}>
      <textarea
        aria-label={t('posts.composer.text')}
        aria-describedby={countId}
        placeholder={placeholder}
        maxLength={postLimits.content}
        rows={5}
        dir="auto"
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
      <CharacterCount id={countId} used={value.length} remaining={postLimits.content - value.length} />
    </div>
  );
}
