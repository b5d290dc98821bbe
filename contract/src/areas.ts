/**
 * The areas of Dazi, and the parts of those that have some, in dependency order: whatever stands further down may use
 * what stands above it, through its one public file, and never the other way round. An area is a folder of this name
 * in contract, server and web; a part is a folder inside it on the server and in the web.
 */
export const parts = [
  'identity',
  'places',
  'live',
  'media',
  'people/profiles',
  'people/blocks',
  'posts/posts',
  'posts/reactions',
  'posts/comments',
  'posts/bookmarks',
  'posts/post-views',
  'governance',
  'chat/conversations',
  'chat/rooms',
  'chat/presence',
  'chat/conversation-views',
  'plans',
  'wallet',
  'mini-apps',
  'moderation',
  'discovery',
  'notifications',
  'administration',
  'demo-town',
] as const;
