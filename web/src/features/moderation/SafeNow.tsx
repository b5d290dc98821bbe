import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '#platform/i18n/use-language.ts';
import { Button } from '#ui/Button.tsx';
import { emergencyNumbers, everywhere, nearestNumber } from './emergency-numbers.ts';

/** Asks whoever met somebody dangerous whether they are safe, and how help is called. */
export function SafeNow() {
  const { t } = useTranslation();
  const language = useLanguage();
  const [showsOthers, setShowsOthers] = useState(false);
  const nearest = nearestNumber(Intl.DateTimeFormat().resolvedOptions().timeZone ?? '');
  const regionName = new Intl.DisplayNames(language, { type: 'region' });
  return (
    <section className="moderation-safe" aria-label={t('moderation.safe.title')}>
      <h3>{t('moderation.safe.title')}</h3>
      <p className="t2">{t('moderation.safe.text')}</p>
      <div className="moderation-safe-actions">
        <a className="btn danger" href={`tel:${nearest}`}>
          {t('moderation.safe.call', { number: nearest })}
        </a>
        <Button aria-expanded={showsOthers} onClick={() => setShowsOthers(!showsOthers)}>
          {t('moderation.safe.others')}
        </Button>
      </div>
      {showsOthers && (
        <ul className="moderation-safe-others">
          <li>
            <span className="grow">{regionName.of('001')}</span>
            <Numbers numbers={[everywhere]} />
          </li>
          {emergencyNumbers.map(({ region, numbers }) => (
            <li key={region}>
              <span className="grow">{regionName.of(region)}</span>
              <Numbers numbers={numbers} />
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function Numbers({ numbers }: { numbers: readonly string[] }) {
  return numbers.map((number) => (
    <a key={number} className="num b" href={`tel:${number}`}>
      {number}
    </a>
  ));
}
