import { defineErrors } from '../kernel/errors.ts';

export const newcomersErrors = defineErrors({
  NEWCOMER_LIMIT: {
    status: 429,
    text: 'You are new here and have done this a lot today. Please go on tomorrow.',
  },
  /** The same for who is new no more. */
  DAY_LIMIT: { status: 429, text: 'You have done this a lot today. Please go on tomorrow.' },
  NEWCOMER_LINKS: { status: 403, text: 'You are new here: links can be sent in a few days' },
});
