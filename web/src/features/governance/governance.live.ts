import type { AreaEvent } from '@dazi/contract/frames';
import { governanceParts } from '@dazi/contract/governance/governance.rules';
import type { GovernancePart } from '@dazi/contract/governance/governance-events';
import { boardCell } from '@dazi/contract/live/live.rules';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useRef } from 'react';
import { useAreas } from '#features/live/live.api.ts';
import { refreshParts } from './governance.api.ts';

const areas = [boardCell];
/** An election is many votes: everybody who looks asks once for all of them. */
const gather_ms = 300;

/** While governance is open it follows what is voted, and asks for those of its lists that are other ones now. */
export function useGovernanceNews(): void {
  const client = useQueryClient();
  const gathering = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(gathering.current), []);
  const handlers = useMemo(() => {
    const changed = new Set<GovernancePart>();
    const refreshSoon = (parts: readonly GovernancePart[]) => {
      for (const part of parts) changed.add(part);
      gathering.current ??= setTimeout(() => {
        gathering.current = undefined;
        void refreshParts(client, [...changed]);
        changed.clear();
      }, gather_ms);
    };
    return {
      events: (events: readonly AreaEvent[]) =>
        refreshSoon(events.flatMap((event) => (event.type === 'governance_changed' ? [event.part] : []))),
      changed: () => refreshSoon(governanceParts),
    };
  }, [client]);
  useAreas(areas, handlers);
}
