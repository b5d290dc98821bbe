import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { Button } from '#ui/Button.tsx';
import { UserText } from '#ui/UserText.tsx';
import { useDates } from './dates.ts';
import type { ModeratedPerson } from './moderated-people.api.ts';

const shownFirst = 3;

/** What somebody wrote for everybody to read, the latest first. */
export function PublicWords({ known: { public: said, made } }: { known: ModeratedPerson }) {
  const { t } = useTranslation();
  const dates = useDates();
  const [showsAll, setShowsAll] = useState(false);
  if (said.length === 0) return null;
  const isEverything = said.length >= made.posts + made.comments;
  return (
    <section className="moderation-person-public">
      <div className="moderation-queue-between">
        <h3>{t('moderation.person.public')}</h3>
        {!showsAll && said.length > shownFirst && (
          <Button kind="text" size="s" onClick={() => setShowsAll(true)}>
            {isEverything ? t('moderation.person.publicAll', { n: said.length }) : t('moderation.queue.more')}
          </Button>
        )}
      </div>
      <ul>
        {said.slice(0, showsAll ? undefined : shownFirst).map(({ kind, id, postId, content, createdAt }) => (
          <li key={id}>
            <p className="row sm t3">
              <Link to={`/post/${postId}`}>{t(`moderation.queue.kinds.${kind}`)}</Link>
              <span className="dotsep" aria-hidden="true" />
              <time className="num" dateTime={createdAt}>
                {dates.short(createdAt)}
              </time>
            </p>
            {content.trim() !== '' && (
              <UserText as="p" className="moderation-queue-details">
                {content}
              </UserText>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
