import { useTranslation } from 'react-i18next';
import { useAge } from '#platform/age-text.ts';
import { Avatar } from '#ui/Avatar.tsx';
import { Note } from '#ui/Note.tsx';
import { PersonLink } from '#ui/PersonLink.tsx';
import { UserText } from '#ui/UserText.tsx';
import { useDates } from './dates.ts';
import type { ModeratedPerson } from './moderated-people.api.ts';
import { StandingPill } from './StandingPill.tsx';

/** What moderators know of somebody, and nothing else. */
export function PersonFacts({ known }: { known: ModeratedPerson }) {
  const { t } = useTranslation();
  const { person, bio, standing, isModerator, isAdministrator } = known;
  return (
    <section className="card moderation-person-card">
      <div className="moderation-person-face">
        <PersonLink userId={person.id} decorative>
          <Avatar name={person.name} url={person.avatarUrl} size="xl" />
        </PersonLink>
        <h1>
          <PersonLink userId={person.id}>
            <UserText>{person.name}</UserText>
          </PersonLink>
        </h1>
        <StandingPill standing={standing} />
        {isAdministrator && <span className="pill green">{t('moderation.person.administrator')}</span>}
        {isModerator && !isAdministrator && (
          <span className="pill green">{t('moderation.person.moderator')}</span>
        )}
        {bio && (
          <UserText as="p" className="moderation-person-bio">
            {bio}
          </UserText>
        )}
      </div>
      <Facts known={known} />
      <Note icon="lock">{t('moderation.person.promise')}</Note>
    </section>
  );
}

type Fact = [label: string, ...values: string[]];

function Facts({ known }: { known: ModeratedPerson }) {
  const { t } = useTranslation();
  const age = useAge();
  const dates = useDates();
  const { accountCreatedAt, confirmedAt, provider, hasVerifiedEmail, email, made, blockedBy } = known;
  const confirmed = !confirmedAt
    ? t('moderation.person.confirmedNot')
    : known.age === null
      ? t('moderation.person.confirmedOn')
      : t('moderation.person.confirmedYes', { age: known.age });
  const withGender = known.gender
    ? t('moderation.person.confirmedGender', {
        confirmed,
        gender: t(`moderation.person.genders.${known.gender}`),
      })
    : confirmed;
  const inviter = known.invitedBy?.name ?? t('moderation.queue.somebody');
  const cameBy = known.cameByInvitation
    ? t('moderation.person.invitationOf', { name: inviter })
    : t('moderation.person.byThemselves');
  const names = known.earlierNames.map(({ name, until }) =>
    t('moderation.person.nameUntil', { name, date: dates.short(until) }),
  );
  const rows: Fact[] = [
    [t('moderation.person.since'), age(accountCreatedAt).text],
    [t('moderation.person.cameBy'), cameBy],
    ...(known.invited.people > 0
      ? [[t('moderation.person.invited'), t('moderation.person.invitedCounts', known.invited)] as Fact]
      : []),
    [t('moderation.person.confirmed'), withGender],
    [t('moderation.person.email'), hasVerifiedEmail ? provider : t('moderation.person.noEmail')],
    ...(email ? [[t('moderation.person.address'), email] as Fact] : []),
    ...(names.length > 0 ? [[t('moderation.person.namesBefore'), ...names] as Fact] : []),
    [t('moderation.person.made'), `${made.posts}, ${made.comments}, ${made.rooms}`],
    [t('moderation.person.blockedByLabel'), t('moderation.person.blockedBy', { count: blockedBy })],
    [t('moderation.person.reportsAbout'), t('moderation.person.counts', known.reportsAbout)],
    [t('moderation.person.reportsMade'), t('moderation.person.counts', known.reportsMade)],
  ];
  return (
    <dl className="moderation-person-facts">
      {rows.map(([label, ...values]) => (
        <div key={label}>
          <dt>{label}</dt>
          {values.map((value) => (
            <dd key={value} className="num">
              {value}
            </dd>
          ))}
        </div>
      ))}
    </dl>
  );
}
