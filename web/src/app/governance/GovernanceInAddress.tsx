import { useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { Governance } from '#features/governance/Governance.tsx';

const name = 'governance';

/** The address of this page with governance at a place of it, or without it. */
function addressWith(place: string | null): { search: string } {
  const search = new URLSearchParams(window.location.search);
  if (place === null) search.delete(name);
  else search.set(name, place);
  return { search: `${search}` };
}

/** Community Governance, where the address says so. Going back closes it, whatever was looked at in it. */
export function GovernanceInAddress() {
  const navigate = useNavigate();
  const { search, state } = useLocation();
  const place = new URLSearchParams(search).get(name);
  // Kept while it closes.
  const [last, setLast] = useState(place);
  if (place !== null && place !== last) setLast(place);
  return (
    <Governance
      place={last ?? ''}
      open={place !== null}
      onMove={(next) => navigate(addressWith(next), { replace: true, state })}
      onClose={() => {
        if (state?.governance) navigate(-1);
        else navigate(addressWith(null), { replace: true });
      }}
    />
  );
}
