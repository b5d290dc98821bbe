import type { User } from '@dazi/contract/identity/identity';
import { type ReactNode, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useRequireSignIn } from '#features/identity/identity.api.ts';
import { useBackCloses } from '#platform/history.ts';
import { Button } from '#ui/Button.tsx';
import { IconButton, type IconButtonProps } from '#ui/IconButton.tsx';
import { lazyPart } from '#ui/lazy-part.ts';
import type { ReportedThing, ReportTarget } from './moderation.api.ts';

const ReportDialog = lazyPart('ReportDialog', () => import('./ReportDialog.tsx'));

interface ReportingProps {
  thing: ReportedThing;
  user: User | null;
  /** What opens the dialog. */
  children(open: () => void): ReactNode;
}

/** The dialog of a report, with whatever opens it. */
function Reporting({ thing, user, children }: ReportingProps) {
  const { t } = useTranslation();
  const requireSignIn = useRequireSignIn();
  const [open, setOpen] = useState(false);
  useBackCloses(`report:${thing.targetId}`, open, () => setOpen(false));
  return (
    <>
      {children(() => requireSignIn(t('moderation.signIn')) && setOpen(true))}
      {user && (
        <Suspense fallback={null}>
          {open && <ReportDialog thing={thing} user={user} onClose={() => setOpen(false)} />}
        </Suspense>
      )}
    </>
  );
}

interface ReportButtonProps extends Pick<IconButtonProps, 'size' | 'iconSize' | 'tip'> {
  thing: ReportedThing;
  /** Whose it is; nothing is offered for one's own. */
  ownerId: string | null;
  user: User | null;
}

export function ReportButton({ thing, ownerId, user, ...look }: ReportButtonProps) {
  const { t } = useTranslation();
  if (user && user.id === ownerId) return null;
  return (
    <Reporting thing={thing} user={user}>
      {(open) => <IconButton {...look} icon="flag" label={t('moderation.report')} onClick={open} />}
    </Reporting>
  );
}

/** The same in words, where something may have gone wrong. */
export function ReportLink({ thing, user, label }: { thing: ReportedThing; user: User; label: string }) {
  return (
    <Reporting thing={thing} user={user}>
      {(open) => (
        <Button kind="danger-quiet" icon="flag" className="moderation-link" onClick={open}>
          {label}
        </Button>
      )}
    </Reporting>
  );
}

/** On pages of what is not there, or not shown to the reader: those who saw it before may still report it. */
export function ReportAllTheSame({ target, user }: { target: ReportTarget; user: User | null }) {
  const { t } = useTranslation();
  return (
    <Reporting thing={{ ...target, name: null }} user={user}>
      {(open) => (
        <Button kind="text" size="s" icon="flag" onClick={open}>
          {t('moderation.allTheSame')}
        </Button>
      )}
    </Reporting>
  );
}
