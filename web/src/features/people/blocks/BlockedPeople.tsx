import type { User } from '@dazi/contract/identity/identity';
import type { BlockedPerson } from '@dazi/contract/people/blocks';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import { useBackCloses } from '#platform/history.ts';
import { useLanguage } from '#platform/i18n/use-language.ts';
import { Avatar } from '#ui/Avatar.tsx';
import { Button } from '#ui/Button.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import { EmptyState } from '#ui/EmptyState.tsx';
import { InlineError } from '#ui/InlineError.tsx';
import { LoadMore } from '#ui/LoadMore.tsx';
import { PersonLink } from '#ui/PersonLink.tsx';
import { Spinner } from '#ui/Spinner.tsx';
import { UserText } from '#ui/UserText.tsx';
import { useBlocking, useBlocks } from './blocks.api.ts';
import './blocks.css';

interface BlockedPeopleProps {
  user: User;
  /** Somebody's name led away. */
  onLeave(): void;
}

/** In the settings: whom one keeps away. */
export function BlockedPeople({ user, onLeave }: BlockedPeopleProps) {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  useBackCloses('blocked-people', isOpen, () => setOpen(false));
  const { pathname } = useLocation();
  const before = useRef(pathname);
  useEffect(() => {
    if (before.current !== pathname) onLeave();
    before.current = pathname;
  }, [pathname, onLeave]);
  return (
    <section aria-label={t('blocks.title')}>
      <div className="label">{t('blocks.title')}</div>
      <div className="blocks-entry">
        <p className="sm t2 grow">{t('blocks.text')}</p>
        <Button aria-label={t('blocks.showAll')} onClick={() => setOpen(true)}>
          {t('blocks.show')}
        </Button>
      </div>
      <Dialog
        open={isOpen}
        onOpenChange={setOpen}
        title={t('blocks.title')}
        width="s"
        className="blocks-list-dialog"
      >
        {isOpen && <Blocked user={user} />}
      </Dialog>
    </section>
  );
}

function Blocked({ user }: { user: User }) {
  const { t } = useTranslation();
  const list = useBlocks(user.id, true);
  const { data, isPending, refetch, hasNextPage } = list;
  const people = data?.pages.flatMap((page) => page.data) ?? [];
  if (isPending) return <Spinner />;
  if (!data) return <InlineError text={t('blocks.loadFailed')} onRetry={() => void refetch()} />;
  if (people.length === 0 && !hasNextPage) {
    return <EmptyState drawing="talk" title={t('blocks.none')} text={t('blocks.noneText')} />;
  }
  return (
    <>
      <ul aria-label={t('blocks.title')}>
        {people.map((person) => (
          <BlockedRow key={person.id} person={person} user={user} />
        ))}
      </ul>
      <LoadMore kind="text" list={list} label={t('blocks.more')} failed={t('blocks.loadFailed')} />
    </>
  );
}

function BlockedRow({ person, user }: { person: BlockedPerson; user: User }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { unblock, isBusy } = useBlocking(user.id);
  const { id, avatarUrl } = person.user;
  const name = person.user.name || t('conversations.unknownUser');
  const date = new Intl.DateTimeFormat(language, { dateStyle: 'medium' }).format(new Date(person.blockedAt));
  return (
    <li className="blocks-row">
      <PersonLink userId={id} decorative>
        <Avatar name={name} url={avatarUrl} />
      </PersonLink>
      <div className="grow">
        <PersonLink userId={id} className="ell b">
          <UserText>{name}</UserText>
        </PersonLink>
        <div className="meta">{t('blocks.since', { date })}</div>
        {person.reason && (
          <UserText as="p" className="sm t2 blocks-reason">
            {person.reason}
          </UserText>
        )}
      </div>
      <Button
        size="s"
        busy={isBusy}
        aria-label={t('blocks.unblockOf', { name })}
        onClick={() => void unblock({ id, name })}
      >
        {t('blocks.unblock')}
      </Button>
    </li>
  );
}
