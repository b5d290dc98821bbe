import type { User } from '@dazi/contract/identity/identity';
import { type ComponentType, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useRequireSignIn } from '#features/identity/identity.api.ts';
import { Button } from '#ui/Button.tsx';
import { lazyPart } from '#ui/lazy-part.ts';
import { type Blockable, type TogetherProps, useBlocking } from './blocks.api.ts';

const BlockDialog = lazyPart('BlockDialog', () => import('./BlockDialog.tsx'));

interface BlockButtonProps {
  person: Blockable;
  user: User | null;
  isBlocked: boolean;
  onBlocked?: () => void;
  /** What both are in, said in the dialog. */
  Together: ComponentType<TogetherProps>;
}

/** Blocks somebody after asking, and unblocks them without. */
export function BlockButton({ person, user, isBlocked, onBlocked, Together }: BlockButtonProps) {
  const { t } = useTranslation();
  const requireSignIn = useRequireSignIn();
  const { unblock, isBusy } = useBlocking(user?.id ?? '');
  const [isAsking, setAsking] = useState(false);
  return (
    <>
      {isBlocked ? (
        <Button icon="ban" busy={isBusy} onClick={() => void unblock(person)}>
          {t('blocks.unblock')}
        </Button>
      ) : (
        <Button
          kind="danger-quiet"
          icon="ban"
          onClick={() => requireSignIn(t('errors.SIGN_IN_REQUIRED')) && setAsking(true)}
        >
          {t('blocks.block')}
        </Button>
      )}
      {user && isAsking && (
        <Suspense fallback={null}>
          <BlockDialog
            person={person}
            userId={user.id}
            onBlocked={onBlocked}
            Together={Together}
            onClose={() => setAsking(false)}
          />
        </Suspense>
      )}
    </>
  );
}
