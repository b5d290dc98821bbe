export const messageLimits = {
  /** Characters of a message shown where it is answered. */
  quote: 200,
  /** Counted as JavaScript counts: UTF-16 units, on both sides. */
  content: 4000,
  page: 50,
  /** The author may change the text this long after sending; taking it back is always possible. */
  editable_ms: 15 * 60 * 1000,
  mentions: 50,
  /** Neither a message's number nor a conversation's count of changes is ever greater. */
  number: 2 ** 31 - 1,
} as const;

export const conversationLimits = {
  title: 50,
  description: 200,
  page: 20,
  /** Members of one page, and those that come with a conversation: the owner first, then by name. */
  membersPage: 50,
  membersShown: 15,
  collage: 9,
  mentionSuggestions: 5,
  /** Unread messages of one conversation are not counted further: a row shows 99+ from here on. */
  unread: 100,
} as const;

export const messageTypes = [
  'TEXT',
  'IMAGE',
  'VIDEO',
  'QUICK',
  'SYSTEM',
  'JOIN',
  'LEAVE',
  'JOIN_REQUEST',
  'MINI_APP',
  'MINI_APP_RESULT',
] as const;

export const sentTypes = ['TEXT', 'IMAGE', 'VIDEO', 'QUICK'] as const;

export const memberRoles = ['OWNER', 'ADMIN', 'MEMBER'] as const;

/** By whom: its author or their account, who keeps the room in order, this community's moderators, or for its age. */
export const messageRemovers = ['author', 'room', 'moderators', 'expiry'] as const;

/** What is not shown of a message request before it is accepted or opened. */
export const closedKinds = ['image', 'video', 'link'] as const;
export type ClosedKind = (typeof closedKinds)[number];

/** Seconds between two messages of one member of a group; 0 is no slow mode. */
export const slowModes_s = [0, 10, 30, 60, 300, 900] as const;

/** How somebody became a member: on their own inside the radius, or let in by the owner. */
export const joinTypes = ['AUTO', 'REQUEST'] as const;

/** A picture of 2 MB in base64, and the rest of the message. */
export const inlineBodyLimit = 3 * 1024 * 1024;

/** The typing indicator goes after this without another sign. */
export const typing_ms = 6000;

export const isEditableMessage = (
  message: { type: (typeof messageTypes)[number]; isDeleted: boolean; createdAt: string },
  now: number,
): boolean =>
  message.type === 'TEXT' &&
  !message.isDeleted &&
  now - Date.parse(message.createdAt) < messageLimits.editable_ms;
