/** How long a session lasts that nobody asked to keep; after that the stored user is discarded. */
export const sessionLifetime_ms = 24 * 60 * 60 * 1000;
/** lastActive is written again when it is older than this. */
export const lastActiveRefresh_ms = 60 * 1000;
/** A deleted account may be restored for this long; of the 30 days promised the last one is left for erasing it. */
export const restorable_ms = 29 * 24 * 60 * 60 * 1000;
/** A session check on the device is trusted for this long. */
export const sessionCheckCache_ms = 1000;

/** About how large the archive will be, for showing how far the download is. */
export const expectedBytesHeader = 'x-expected-bytes';

export const languages = ['en', 'ja', 'zh'] as const;
export type Language = (typeof languages)[number];
