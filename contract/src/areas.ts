/**
 * The features of Dazi in dependency order. A feature may use those above it, through their one public
 * file, never those below. The same names stand in contract, server and web.
 */
export const features = [
  'identity',
  'places',
  'live',
  'media',
  'profiles',
  'blocks',
  'posts',
  'reactions',
  'comments',
  'bookmarks',
  'conversations',
  'wallet',
  'rooms',
  'presence',
  'mini-apps',
  'governance',
  'moderation',
  'discovery',
  'notifications',
  'demo-town',
] as const;

export type Feature = (typeof features)[number];
