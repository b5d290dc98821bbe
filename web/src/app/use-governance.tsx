import { type ReactNode, Suspense, useState } from 'react';
import type { GovernanceTab } from '#features/governance/Governance.tsx';
import { lazyPart } from '#platform/lazy-part.ts';

const Governance = lazyPart('Governance', () => import('#features/governance/Governance.tsx'));

/** What opens Community Governance on a tab, and where it then is. */
export function useGovernance(first: GovernanceTab): [open: () => void, dialog: ReactNode] {
  /** Null before it was opened the first time. */
  const [isOpen, setOpen] = useState<boolean | null>(null);
  const dialog = isOpen !== null && (
    <Suspense fallback={null}>
      <Governance first={first} open={isOpen} onOpenChange={setOpen} />
    </Suspense>
  );
  return [() => setOpen(true), dialog];
}
