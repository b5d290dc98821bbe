import type { Motion } from '@dazi/contract/governance/governance';
import type { User } from '@dazi/contract/identity/identity';
import { useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { Governance } from '#features/governance/Governance.tsx';
import { useSession } from '#features/identity/identity.api.ts';
import { ReportButton } from '#features/moderation/ReportButton.tsx';

const name = 'governance';

function ReportMotion({ motion: { id, title, creator }, user }: { motion: Motion; user: User | null }) {
  return (
    <ReportButton
      thing={{
        targetType: 'motion',
        targetId: id,
        name: creator?.name ?? null,
        excerpt: title,
        avatarUrl: creator?.avatarUrl,
        person: creator && { id: creator.id, name: creator.name },
      }}
      ownerId={creator?.id ?? null}
      user={user}
      size="s"
      iconSize="s"
      tip="left"
    />
  );
}

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
  const { user } = useSession();
  const place = new URLSearchParams(search).get(name);
  // Kept while it closes.
  const [last, setLast] = useState(place);
  if (place !== null && place !== last) setLast(place);
  return (
    <Governance
      place={last ?? ''}
      open={place !== null}
      motionAction={(motion) => <ReportMotion motion={motion} user={user} />}
      onMove={(next) => navigate(addressWith(next), { replace: true, state })}
      onClose={() => {
        if (state?.governance) navigate(-1);
        else navigate(addressWith(null), { replace: true });
      }}
    />
  );
}
