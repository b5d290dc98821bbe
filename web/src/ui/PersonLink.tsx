import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { profilePath } from '#platform/profile-path.ts';
import { classNames } from '#ui/class-names.ts';

interface PersonLinkProps {
  userId: string;
  className?: string;
  /** A picture beside the name's own link: for mouse and finger only, readers have the name. */
  decorative?: boolean;
  children: ReactNode;
}

/** Avatars and names lead to whom they show. */
export function PersonLink({ userId, className, decorative = false, children }: PersonLinkProps) {
  return (
    <Link
      to={profilePath(userId)}
      className={classNames('person-link', className)}
      {...(decorative && { tabIndex: -1, 'aria-hidden': true })}
    >
      {children}
    </Link>
  );
}
