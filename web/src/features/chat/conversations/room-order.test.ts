import type { Conversation } from '@dazi/contract/chat/conversation-views';
import type { Member } from '@dazi/contract/chat/conversations';
import { describe, expect, it } from 'vitest';
import { mayTakeOut } from './room-order.ts';

const owner = { userId: 'olga', role: 'OWNER' } as Member;
const seenBy = (role: 'OWNER' | 'MEMBER', moderate: boolean) =>
  ({
    userRole: role,
    can: { moderate },
    members: [owner],
    moderatorIds: ['mia', 'max'],
  }) as unknown as Conversation;
const by = (senderId: string | null, type: 'TEXT' | 'JOIN' | 'MINI_APP_RESULT' = 'TEXT') => ({
  senderId,
  type,
});

describe('taking out what others said', () => {
  it.each([
    ['the owner, of a member', seenBy('OWNER', true), by('ned'), 'olga', true],
    ['the owner, of a moderator', seenBy('OWNER', true), by('mia'), 'olga', true],
    ['a moderator, of a member', seenBy('MEMBER', true), by('ned'), 'mia', true],
    ['a moderator, of another', seenBy('MEMBER', true), by('max'), 'mia', false],
    ['a moderator, of the owner', seenBy('MEMBER', true), by('olga'), 'mia', false],
    ['a moderator, of their own: that is taken back', seenBy('MEMBER', true), by('mia'), 'mia', false],
    ['a member', seenBy('MEMBER', false), by('ned'), 'nina', false],
    ['a line of the server', seenBy('OWNER', true), by('ned', 'JOIN'), 'olga', false],
    ['a result', seenBy('OWNER', true), by('system', 'MINI_APP_RESULT'), 'olga', false],
    ['of somebody who is gone', seenBy('OWNER', true), by(null), 'olga', false],
  ])('%s', (_what, conversation, message, myId, may) => {
    expect(mayTakeOut(conversation, message, myId)).toBe(may);
  });
});
