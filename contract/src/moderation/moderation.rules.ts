export const reportReasons = ['spam', 'harassment', 'hate', 'sexual', 'violence', 'minor', 'other'] as const;

export const reportTargetTypes = ['post', 'person', 'message', 'room'] as const;

export const reportLimits = {
  /** The reporter's own words. */
  details: 500,
  /** Targets a page of the queue, and reports shown of one target. */
  page: 20,
  shown: 50,
} as const;

export const reportStates = ['open', 'dismissed', 'removed'] as const;
