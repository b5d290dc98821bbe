import { ApiError } from '#platform/api.ts';

/** For whoever looks into a browser: what failed, in English. People are told in their language. */
export function logFailure(error: unknown): void {
  if (error instanceof DOMException && error.name === 'AbortError') return;
  // biome-ignore lint/suspicious/noConsole: this is the log
  console.warn(error instanceof Error ? error.message : String(error), error);
}

/**
 * Gives a failed call the text that the log knows it by, "Failed to fetch comments: 503". Code, status and
 * fields stay; an answer that was not waited for stays what it is.
 */
export async function failingAs<Result>(
  work: Promise<Result>,
  text: (error: ApiError) => string,
): Promise<Result> {
  try {
    return await work;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    throw new ApiError(error.code, text(error).trim(), error);
  }
}
