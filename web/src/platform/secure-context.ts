/**
 * Whether the browser trusts how this page came: by https, or from this machine. Pages by plain http, as in a home
 * network, have no clipboard, position, notifications, workers and locks.
 */
export const isSecure = (): boolean => globalThis.isSecureContext !== false;
