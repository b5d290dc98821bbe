import { linksIn } from '@dazi/contract/kernel/links';
import { type ElementType, Fragment, useMemo } from 'react';
import { useLanguage } from '#platform/i18n/use-language.ts';
import { FoldedWords } from '#ui/FoldedWords.tsx';
import { guessLanguage } from '#ui/guess-language.ts';
import { TextLink } from '#ui/TextLink.tsx';

interface LinkedTextProps {
  children: string;
  as?: ElementType;
  className?: string;
}

/** As `UserText`, with the addresses in it to follow: where nothing else is done with a click. */
export function LinkedText({ children, as: Tag = 'span', className }: LinkedTextProps) {
  const language = useLanguage();
  const links = useMemo(() => linksIn(children), [children]);
  const ends = [0, ...links.map(({ index, link }) => index + link.length)];
  return (
    <Tag className={className} dir="auto" lang={guessLanguage(children, language)}>
      {links.map(({ index, link }, position) => (
        <Fragment key={index}>
          <FoldedWords>{children.slice(ends[position], index)}</FoldedWords>
          <TextLink address={link} />
        </Fragment>
      ))}
      <FoldedWords>{children.slice(ends.at(-1))}</FoldedWords>
    </Tag>
  );
}
