export const governanceTabs = ['rules', 'board', 'resolutions', 'records'] as const;
export type GovernanceTab = (typeof governanceTabs)[number];

/** Where one is in Community Governance: a tab, or one thing of the resolutions. */
export type GovernancePlace =
  | { tab: GovernanceTab }
  | { tab: 'resolutions'; resolution: number }
  | { tab: 'resolutions'; motionId: string };

/** As the address names it: `board`, `resolution-7`, `motion-…`. What is none of them opens the rules. */
export function placeIn(text: string): GovernancePlace {
  const [, kind, which] = /^(resolution|motion)-([\w-]{1,100})$/.exec(text) ?? [];
  if (kind === 'resolution' && /^\d{1,9}$/.test(which!))
    return { tab: 'resolutions', resolution: Number(which) };
  if (kind === 'motion') return { tab: 'resolutions', motionId: which! };
  return { tab: governanceTabs.find((tab) => tab === text) ?? 'rules' };
}

export const ofResolution = (number: number) => `resolution-${number}`;
export const ofMotion = (motionId: string) => `motion-${motionId}`;
/** What is handed on: over the map, where everybody may be. */
export const pathTo = (place: string) => `/?governance=${place}`;
