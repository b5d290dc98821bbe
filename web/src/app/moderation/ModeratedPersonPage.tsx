import type { User } from '@dazi/contract/identity/identity';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import { Page } from '#app/shell/Page.tsx';
import { useSession, useSessionFacts } from '#features/identity/identity.api.ts';
import { useModeratedPerson } from '#features/moderation/moderated-people.api.ts';
import { PersonFacts } from '#features/moderation/PersonFacts.tsx';
import { PersonHistory } from '#features/moderation/PersonHistory.tsx';
import { PersonMeasures } from '#features/moderation/PersonMeasures.tsx';
import { PersonNotes } from '#features/moderation/PersonNotes.tsx';
import { ApiError } from '#platform/api.ts';
import { EmptyState } from '#ui/EmptyState.tsx';
import { InlineError } from '#ui/InlineError.tsx';
import { Spinner } from '#ui/Spinner.tsx';
import { NotAllowed } from './NotAllowed.tsx';
import '#features/moderation/moderation.css';
import '#features/moderation/moderation-person.css';
import '#features/moderation/moderation-queue.css';

export function ModeratedPersonPage() {
  const { personId } = useParams();
  const { user } = useSession();
  const { moderator } = useSessionFacts();
  if (!user || !moderator || !personId) return <NotAllowed />;
  return <Somebody key={personId} personId={personId} user={user} />;
}

function Somebody({ personId, user }: { personId: string; user: User }) {
  const { t } = useTranslation();
  const { data: known, error, refetch } = useModeratedPerson(personId);
  const isNobody = error instanceof ApiError && error.status === 404;
  return (
    <Page
      title={known?.person.name ?? t('moderation.queue.title')}
      ownHeading={known !== undefined}
      hideTitle={known === undefined}
      back={{ label: t('moderation.person.back'), to: '/moderation' }}
    >
      {!known && !error && <Spinner />}
      {!known && isNobody && (
        <div className="card">
          <EmptyState drawing="talk" title={t('errors.PERSON_NOT_FOUND')} />
        </div>
      )}
      {!known && error && !isNobody && (
        <InlineError text={t('moderation.person.loadFailed')} onRetry={() => void refetch()} />
      )}
      {known && (
        <div className="moderation-person">
          <PersonFacts known={known} />
          <PersonHistory known={known} />
          <div className="moderation-person-aside">
            <PersonMeasures known={known} user={user} />
            <PersonNotes known={known} user={user} />
          </div>
        </div>
      )}
    </Page>
  );
}
