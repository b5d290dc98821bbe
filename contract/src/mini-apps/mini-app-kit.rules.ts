export const miniAppCategories = ['games', 'polls', 'tools', 'social'] as const;

export const miniAppLimits = {
  title: 80,
  /** Of the JSON text of a state, in UTF-8. */
  state_bytes: 16 * 1024,
  /** Faces that come with an instance; `participantCount` says how many there are. */
  faces: 3,
  /** Of one conversation at a time; those that are closed do not count. */
  open: 20,
  page: 100,
} as const;
