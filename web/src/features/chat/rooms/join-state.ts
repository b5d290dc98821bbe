import type { MembershipStatus } from '@dazi/contract/chat/rooms.rules';
import { membershipStatusOf } from '@dazi/contract/chat/rooms.rules';

/**
 * Where somebody meets a room: in the panel's list, in the popover of its marker, in the detail over the map,
 * or in the detail at an address of its own that was opened from outside.
 */
export type RoomPlace = 'list' | 'popover' | 'detail' | 'page';

/** What the texts of joining call it there. */
export const wordingOf = {
  list: 'group',
  popover: 'group',
  detail: 'conversation',
  page: 'chatRoom',
} as const satisfies Record<RoomPlace, string>;

/** How a request that was sent is told there. */
export const sentTextOf = {
  list: 'waiting',
  popover: 'waiting',
  detail: 'outside',
  page: 'outside',
} as const satisfies Record<RoomPlace, string>;

/** Which text asks for the permission there. */
export const permissionTextOf = {
  list: 'conversation',
  popover: 'conversation',
  detail: 'conversation',
  page: 'chatRoom',
} as const satisfies Record<RoomPlace, string>;

export type JoinLabel = 'join' | 'loading' | 'open' | 'openChat' | 'pending' | 'denied' | 'joinChat';
export type JoinAction = 'sign-in' | 'open' | 'join' | null;

export interface JoinState {
  label: JoinLabel;
  /** What a click does; null where the button is disabled. */
  action: JoinAction;
  /** Green acts from inside the radius, yellow from outside; what only waits is neither. */
  kind: 'primary' | 'room' | 'quiet';
  /** The line beside it; null where there is nothing to say. */
  status: 'owner' | 'member' | 'pending' | 'denied' | 'signedOut' | null;
}

interface JoinInput {
  session: 'loading' | 'signed-in' | 'signed-out';
  /** Undefined while it is not known. */
  status: MembershipStatus | string | undefined;
  /** Null where nobody knows from where. */
  within: boolean | null;
  /** An invite link opens the room from anywhere, and also to those who wait. */
  invited?: boolean;
  place: RoomPlace;
}

export function joinState({ session, status, within, invited = false, place }: JoinInput): JoinState {
  const kind = within === false && !invited ? 'room' : 'primary';
  if (session === 'signed-out') return { label: 'join', action: 'sign-in', kind, status: 'signedOut' };
  if (session === 'loading' || status === undefined) {
    return { label: 'loading', action: null, kind: 'quiet', status: null };
  }
  switch (membershipStatusOf(status)) {
    case 'owner': {
      const label = place === 'detail' || place === 'page' ? 'open' : 'openChat';
      return { label, action: 'open', kind: 'primary', status: 'owner' };
    }
    case 'member':
      return { label: 'openChat', action: 'open', kind: 'primary', status: 'member' };
    case 'pending':
      if (invited) return { label: 'joinChat', action: 'join', kind: 'primary', status: 'pending' };
      return { label: 'pending', action: null, kind: 'quiet', status: 'pending' };
    case 'denied':
      return { label: 'denied', action: null, kind: 'quiet', status: 'denied' };
    case 'non-member':
      return { label: 'joinChat', action: 'join', kind, status: null };
  }
}
