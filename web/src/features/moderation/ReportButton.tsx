import type { User } from '@dazi/contract/identity/identity';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useRequireSignIn } from '#features/identity/identity.api.ts';
import { useBackCloses } from '#platform/history.ts';
import { IconButton } from '#ui/IconButton.tsx';
import { lazyPart } from '#ui/lazy-part.ts';
import type { ReportTarget } from './moderation.api.ts';

const ReportDialog = lazyPart('ReportDialog', () => import('./ReportDialog.tsx'));

interface ReportButtonProps {
  target: ReportTarget;
  /** Whose it is; nothing is offered for one's own. */
  ownerId: string | null;
  /** Of the person, or of the room. */
  name: string;
  user: User | null;
}

/** Reports a post, a person or a room. */
export function ReportButton({ target, ownerId, name, user }: ReportButtonProps) {
  const { t } = useTranslation();
  const requireSignIn = useRequireSignIn();
  const [open, setOpen] = useState(false);
  useBackCloses(`report:${target.targetId}`, open, () => setOpen(false));
  if (user && user.id === ownerId) return null;
  return (
    <>
      <IconButton
        icon="flag"
        label={t('moderation.report')}
        onClick={() => requireSignIn(t('moderation.signIn')) && setOpen(true)}
      />
      {user && (
        <Suspense fallback={null}>
          {open && <ReportDialog target={target} name={name} user={user} onClose={() => setOpen(false)} />}
        </Suspense>
      )}
    </>
  );
}
