import { useTranslation } from 'react-i18next';
import { useLanguage } from '#platform/i18n/use-language.ts';
import { InlineError } from '#ui/InlineError.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import { UserText } from '#ui/UserText.tsx';
import { useRules } from './governance.api.ts';
import { type RulesPart, rulesParts } from './rules-text.ts';

/** The text of the file that whoever runs this may have replaced by another. */
export function CommunityRules() {
  const { t } = useTranslation();
  const rules = useRules(useLanguage());
  if (rules.data !== undefined) {
    const parts = rulesParts(rules.data).map((part, place) => ({ part, place }));
    return (
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a keyboard scrolls the text only when it can reach it
      <div className="governance-rules" tabIndex={0}>
        {parts.map(({ part, place }) => (
          <Part key={place} part={part} />
        ))}
      </div>
    );
  }
  if (rules.isError) {
    return <InlineError text={t('governance.rulesFailed')} onRetry={() => void rules.refetch()} />;
  }
  return (
    <div className="stack" aria-busy="true">
      <Skeleton width="40%" />
      <Skeleton />
      <Skeleton width="80%" />
    </div>
  );
}

function Part({ part }: { part: RulesPart }) {
  if (part.kind === 'title') return <UserText as="h3">{part.text}</UserText>;
  if (part.kind === 'paragraph') {
    return (
      <UserText as="p" className="t2">
        {part.text}
      </UserText>
    );
  }
  return (
    <div className="governance-rule">
      <span className="governance-number num">{part.number}</span>
      <UserText as="p">{part.text}</UserText>
    </div>
  );
}
