import type { User } from '@dazi/contract/identity/identity';
import { useTranslation } from 'react-i18next';
import { useSignOut } from '#features/identity/identity.api.ts';
import { Avatar } from '#ui/Avatar.tsx';
import { Badge, cappedCount } from '#ui/Badge.tsx';
import { Menu } from '#ui/Menu.tsx';
import type { MenuEntry } from '#ui/menu-entry.ts';
import { UserText } from '#ui/UserText.tsx';
import './identity.css';

/** The part of an e-mail address before the @. */
const localPart = (email: string | null): string => email?.split('@')[0] ?? '';

interface UserMenuProps {
  user: User;
  displayName: string;
  /** What stands above "Sign out", in the order of MENU-005. */
  entries: readonly MenuEntry[];
  /** Unread conversations. */
  unread?: number;
  /** What else waits, with the words for it. */
  waiting?: { count: number; label: string };
}

export function UserMenu({ user, displayName, entries, unread = 0, waiting }: UserMenuProps) {
  const { t } = useTranslation();
  const signOut = useSignOut();
  const signingOut = signOut.isPending || signOut.isSuccess;
  const avatar = { name: displayName, url: user.avatarUrl };
  const label = [
    t('identity.menu'),
    unread > 0 && t('ui.unread', { count: unread, replace: { count: cappedCount(unread, 9) } }),
    waiting && waiting.count > 0 && waiting.label,
  ]
    .filter(Boolean)
    .join(', ');

  const menu = (
    <Menu
      label={t('identity.menu')}
      trigger={
        <button type="button" className="iconbtn identity-user-button" aria-label={label}>
          <Avatar {...avatar} />
        </button>
      }
      header={
        <div className="identity-menu-person">
          <Avatar {...avatar} />
          <div className="grow">
            <UserText className="identity-menu-name ell" as="div">
              {displayName}
            </UserText>
            <div className="sm t3 ell">{localPart(user.email)}</div>
          </div>
        </div>
      }
      entries={[
        ...entries,
        { kind: 'separator', key: 'before-sign-out' },
        {
          kind: 'item',
          key: 'sign-out',
          icon: 'sign-out',
          label: signingOut ? t('identity.signingOut') : t('identity.signOut'),
          busy: signingOut,
          disabled: signingOut,
          keepOpen: true,
          onSelect: () => signOut.mutate(),
        },
      ]}
    />
  );
  return (
    <span className="identity-user-menu">
      {menu}
      {/* The button says the number in words. */}
      <span aria-hidden="true">
        <Badge count={unread + (waiting?.count ?? 0)} cap={9} />
      </span>
    </span>
  );
}
