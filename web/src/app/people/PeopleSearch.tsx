import { peopleLimits } from '@dazi/contract/discovery/people.rules';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { usePeopleSearch } from '#features/discovery/people.api.ts';
import { Field } from '#ui/Field.tsx';
import { InlineError } from '#ui/InlineError.tsx';
import { UserText } from '#ui/UserText.tsx';
import { PersonRow } from './PersonRow.tsx';

/** What is typed counts after this pause. */
const pause_ms = 250;

export function PeopleSearch() {
  const { t } = useTranslation();
  const [text, setText] = useState('');
  const [name, setName] = useState('');
  const { data, isError, refetch } = usePeopleSearch(name);
  useEffect(() => {
    const timer = setTimeout(setName, pause_ms, text.trim());
    return () => clearTimeout(timer);
  }, [text]);
  const found = name === '' ? [] : (data ?? []);
  return (
    <search className="card people-card">
      <Field
        type="search"
        label={t('profiles.search.title')}
        placeholder={t('profiles.search.placeholder')}
        value={text}
        maxLength={peopleLimits.name}
        dir="auto"
        onChange={(event) => setText(event.target.value)}
      />
      {isError && name !== '' && (
        <InlineError text={t('profiles.search.failed')} onRetry={() => void refetch()} />
      )}
      <div aria-live="polite">
        {name !== '' && data && found.length === 0 && <p className="t2">{t('profiles.search.nobody')}</p>}
        {found.length > 0 && (
          <ul className="people-list">
            {found.map((profile) => (
              <PersonRow
                key={profile.userId}
                profile={profile}
                text={profile.bio && <UserText>{profile.bio}</UserText>}
              />
            ))}
          </ul>
        )}
      </div>
    </search>
  );
}
