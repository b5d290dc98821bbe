import type { User } from '@dazi/contract/identity';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useRequireSignIn } from '#features/identity/identity.api.ts';
import { lazyPart } from '#platform/lazy-part.ts';
import { IconButton } from '#ui/IconButton.tsx';
import type { ReportTarget } from './moderation.api.ts';

const ReportDialog = lazyPart('ReportDialog', () => import('./ReportDialog.tsx'));

interface ReportButtonProps {
  target: ReportTarget;
  /** Whose it is; nothing is offered for one's own. */
  owner: { id: string; name: string };
  user: User | null;
}

/** Reports a post or a person. */
export function ReportButton({ target, owner, user }: ReportButtonProps) {
  const { t } = useTranslation();
  const requireSignIn = useRequireSignIn();
  const [open, setOpen] = useState(false);
  if (user?.id === owner.id) return null;
  return (
    <>
      <IconButton
        icon="flag"
        label={t('moderation.report')}
        onClick={() => requireSignIn(t('moderation.signIn')) && setOpen(true)}
      />
      {user && (
        <Suspense fallback={null}>
          {open && (
            <ReportDialog target={target} name={owner.name} user={user} onClose={() => setOpen(false)} />
          )}
        </Suspense>
      )}
    </>
  );
}
