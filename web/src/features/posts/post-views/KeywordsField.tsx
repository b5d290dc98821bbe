import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Field } from '#ui/Field.tsx';
import { keywordsLength } from './filters.ts';

/** Typed words are applied this long after the last key. */
const applyAfter_ms = 300;

/**
 * Keeps what is being typed to itself until it rests, and half-composed words altogether. What was applied comes back as
 * `keywords` when the page gets to it, and takes back nothing that was typed meanwhile.
 */
export function KeywordsField({ keywords, onApply }: { keywords: string; onApply(keywords: string): void }) {
  const { t } = useTranslation();
  const [typed, setTyped] = useState(keywords);
  const [composing, setComposing] = useState(false);
  const apply = useRef(onApply);
  apply.current = onApply;
  const applied = useRef(keywords);
  /** Applied, and not come back yet. */
  const underWay = useRef<string[]>([]);
  const known = useRef(keywords);
  if (known.current !== keywords) {
    known.current = keywords;
    const at = underWay.current.lastIndexOf(keywords);
    underWay.current = underWay.current.slice(at + 1);
    if (at < 0) {
      // Cleared or changed from outside.
      underWay.current = [];
      applied.current = keywords;
      if (typed !== keywords) setTyped(keywords);
    }
  }
  useEffect(() => {
    if (composing || typed === applied.current) return;
    const timer = setTimeout(() => {
      applied.current = typed;
      underWay.current.push(typed);
      apply.current(typed);
    }, applyAfter_ms);
    return () => clearTimeout(timer);
  }, [typed, composing]);
  const latest = useRef(typed);
  latest.current = typed;
  // Whoever types and leaves at once means what was typed.
  useEffect(
    () => () => {
      if (latest.current !== applied.current) apply.current(latest.current);
    },
    [],
  );
  return (
    <Field
      label={t('discovery.keywords')}
      hint={t('discovery.keywordsHint')}
      value={typed}
      maxLength={keywordsLength}
      onCompositionStart={() => setComposing(true)}
      onCompositionEnd={() => setComposing(false)}
      onChange={(event) => setTyped(event.target.value)}
    />
  );
}
