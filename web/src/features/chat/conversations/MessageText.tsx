import type { Message } from '@dazi/contract/chat/conversations';
import { memo, useMemo } from 'react';
import { useLanguage } from '#platform/i18n/use-language.ts';
import { FoldedWords } from '#ui/FoldedWords.tsx';
import { guessLanguage } from '#ui/guess-language.ts';
import { TextLink } from '#ui/TextLink.tsx';
import { textParts } from './mentions.ts';

interface MessageTextProps {
  content: string;
  mentions: Message['mentions'];
  /** Names of people who may be mentioned. */
  names: readonly string[];
}

const nobody: readonly string[] = [];

/** What somebody wrote, with mentions and addresses in it; direction and glyphs follow the text. */
export const MessageText = memo(function MessageText({ content, mentions, names }: MessageTextProps) {
  const language = useLanguage();
  const isMentioning = mentions.length > 0;
  const parts = useMemo(
    () => textParts(content, isMentioning ? names : nobody),
    [content, isMentioning, names],
  );
  return (
    <span className="conversations-bubble-text" dir="auto" lang={guessLanguage(content, language)}>
      {parts.map(({ kind, text }, index) => {
        // biome-ignore-start lint/suspicious/noArrayIndexKey: parts of a text have no other identity
        if (kind === 'mention') {
          return (
            <span key={index} className="conversations-at">
              <bdi>{text}</bdi>
            </span>
          );
        }
        if (kind === 'link') return <TextLink key={index} address={text} />;
        return <FoldedWords key={index}>{text}</FoldedWords>;
        // biome-ignore-end lint/suspicious/noArrayIndexKey: see above
      })}
    </span>
  );
});
