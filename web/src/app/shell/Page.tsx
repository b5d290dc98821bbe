import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { Icon } from '#ui/Icon.tsx';
import { AppHeader } from './AppHeader.tsx';
import { usePageTitle } from './use-page-title.ts';

interface PageProps {
  title: string;
  hideTitle?: boolean;
  /** The content brings the heading of the page. */
  ownHeading?: boolean;
  /** A link above the title. */
  back?: { label: string; to: string } | ReactNode;
  /** Beside the title. */
  aside?: ReactNode;
  children: ReactNode;
}

const isLink = (back: PageProps['back']): back is { label: string; to: string } =>
  typeof back === 'object' && back !== null && 'to' in back;

export function Page(props: PageProps) {
  const { title, hideTitle = false, ownHeading = false, back, aside, children } = props;
  usePageTitle(title);
  return (
    <>
      <AppHeader />
      <main className="shell-page" id="content">
        {isLink(back) ? (
          <Link className="shell-page-back tap" to={back.to}>
            <Icon name="back" size="s" />
            {back.label}
          </Link>
        ) : (
          back
        )}
        {!ownHeading && (
          <div className={hideTitle ? 'unseen' : 'shell-page-title'}>
            <h1>{title}</h1>
            {aside}
          </div>
        )}
        {children}
      </main>
    </>
  );
}
