import { Suspense, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { lazyPart } from '#ui/lazy-part.ts';

const Governance = lazyPart('GovernanceInAddress', () => import('./GovernanceInAddress.tsx'));

/** What opens Community Governance on a tab, over whatever page there is: it stands in the address. */
export function useOpenGovernance(tab: string): () => void {
  const navigate = useNavigate();
  return () => {
    // The map writes its view beside the router: the window knows the whole address.
    const { search } = window.location;
    navigate({ search: `${search}${search ? '&' : '?'}governance=${tab}` }, { state: { governance: true } });
  };
}

/** Its code comes when it opens for the first time. */
export function GovernanceWhenOpened() {
  const { search } = useLocation();
  const [isUsed, setUsed] = useState(false);
  if (!isUsed && search.includes('governance=')) setUsed(true);
  return (
    isUsed && (
      <Suspense fallback={null}>
        <Governance />
      </Suspense>
    )
  );
}
