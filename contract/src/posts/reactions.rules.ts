/** The fallback while the stream is down: an open post asks again this often. */
export const reactionsPolling_ms = 5000;
