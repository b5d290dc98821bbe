import { ApiError } from '#platform/api.ts';

/** So long after a try that nothing answered comes the next one. */
const nextTryAfter_ms = [500, 1500];

/** Nobody has said what became of it, and may be asked: the device has a network. */
export const isAnswerLost = (error: unknown): boolean =>
  error instanceof ApiError && ['NETWORK', 'UNSAID'].includes(error.code) && navigator.onLine;

/**
 * Sends what the server does once however often it comes. Where no answer came nobody knows whether it did, so it is sent
 * again, before somebody changes the words and sends others as well; a device that knows of no network does not try.
 * Errors are those of the last try.
 */
export async function untilAnswered<Result>(send: () => Promise<Result>): Promise<Result> {
  for (const wait_ms of nextTryAfter_ms) {
    try {
      return await send();
    } catch (error) {
      if (!isAnswerLost(error)) throw error;
    }
    await new Promise((resolve) => setTimeout(resolve, wait_ms));
  }
  return send();
}

const isNotThere = (error: unknown): boolean => error instanceof ApiError && error.status === 404;

/**
 * Takes something away. It is done as well where it is not there any more: in another tab, on another device, or by a first
 * attempt whose answer was lost.
 */
export const takeAway = (ask: () => Promise<unknown>): Promise<void> =>
  untilAnswered(() =>
    ask().then(
      () => {},
      (error) => {
        if (!isNotThere(error)) throw error;
      },
    ),
  );
