import { iconOf } from './activity-icons.ts';
import { planName } from './plan-words.ts';

/** What the pins of plans need to know of activities. */
export const catalogue = { iconOf, planName };
