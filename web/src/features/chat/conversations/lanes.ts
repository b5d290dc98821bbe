import type { Conversation } from '@dazi/contract/chat/conversation-views';

/** The lists in which a conversation may stand: those one talks in, what people write whom one does not know, and what was put away. */
export type Lane = 'own' | 'requests' | 'archived';

/** Of the address; it stays with whatever is opened from there. */
export const searchOf: Record<Lane, string> = { own: '', requests: '?requests', archived: '?archived' };

export function laneOf(search: URLSearchParams): Lane {
  if (search.has('requests')) return 'requests';
  return search.has('archived') ? 'archived' : 'own';
}

/**
 * Who is put away leaves the list before the server has answered, and is found there still. Of requests the server
 * alone says who stands there.
 */
export const standsIn = (lane: Lane, { settings }: Pick<Conversation, 'settings'>, search = ''): boolean =>
  lane === 'requests' || (lane === 'own' && search !== '') || settings.isArchived === (lane === 'archived');
