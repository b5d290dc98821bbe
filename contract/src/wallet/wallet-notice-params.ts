import * as z from 'zod/mini';

export const walletNoticeParams = {
  /** Hundredths. */
  amountMinor: z.nullable(z.int()),
  currency: z.nullable(z.string()),
};
