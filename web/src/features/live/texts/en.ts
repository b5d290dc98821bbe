export const liveErrors = {
  STREAM_UNKNOWN: 'This stream is not connected',
} as const;
