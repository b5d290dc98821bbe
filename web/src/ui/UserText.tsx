import type { ElementType } from 'react';
import { useLanguage } from '#platform/i18n/use-language.ts';
import { guessLanguage } from '#ui/guess-language.ts';

interface UserTextProps {
  children: string;
  as?: ElementType;
  className?: string;
}

/** What a person wrote: direction and glyphs follow the text, not the interface. */
export function UserText({ children, as: Tag = 'span', className }: UserTextProps) {
  const language = useLanguage();
  return (
    <Tag className={className} dir="auto" lang={guessLanguage(children, language)}>
      {children}
    </Tag>
  );
}
