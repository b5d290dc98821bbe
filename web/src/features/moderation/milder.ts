import type { DecisionAction } from '@dazi/contract/moderation/moderation.rules';

/** What weighs less than an action, the mildest first. */
const milder: Readonly<Record<DecisionAction, readonly DecisionAction[]>> = {
  dismiss: [],
  warn: [],
  remove: ['warn'],
  hide_picture: ['warn'],
  hide_name: ['warn'],
  hide_bio: ['warn'],
  limit: ['warn', 'limit'],
  suspend: ['warn', 'limit', 'suspend'],
  close: ['warn', 'limit', 'suspend'],
};

/** What an appeal may turn a decision into; of one that lasts also the same for a shorter time. */
export const milderThan = (action: DecisionAction): readonly DecisionAction[] => milder[action];
