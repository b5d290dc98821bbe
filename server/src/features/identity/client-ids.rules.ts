/** What may be sent once more under the same client id. Messages, plans and transfers keep theirs themselves. */
export const clientIdKinds = [
  'comment',
  'decision',
  'invitation',
  'mini-app',
  'motion',
  'note',
  'post',
  'room',
  'upload',
] as const;
export type ClientIdKind = (typeof clientIdKinds)[number];

/** Nobody waits longer before they send something once more. */
export const clientIdsKept_ms = 24 * 60 * 60 * 1000;
