import { defineArea } from '../kernel/area.ts';
import { chatNotices } from './chat-notices.ts';
import { conversationEvents } from './conversation-events.ts';
import * as conversationViews from './conversation-views.ts';
import * as conversations from './conversations.ts';
import * as linkPreviews from './link-previews.ts';
import * as pinnedMessages from './pinned-messages.ts';
import * as presence from './presence.ts';
import { presenceEvent } from './presence-events.ts';
import * as privateConversations from './private-conversations.ts';
import { membershipEvent, roomChangedEvent } from './room-events.ts';
import * as rooms from './rooms.ts';

export const chatArea = defineArea('chat', {
  errors: {
    ...conversations.conversationsErrors,
    ...privateConversations.privateConversationsErrors,
    ...pinnedMessages.pinnedMessagesErrors,
    ...rooms.roomsErrors,
    ...presence.presenceErrors,
  },
  calls: [
    conversations,
    pinnedMessages,
    privateConversations,
    linkPreviews,
    rooms,
    presence,
    conversationViews,
  ],
  events: {
    area: [roomChangedEvent],
    conversation: conversationEvents,
    person: [membershipEvent, presenceEvent],
  },
  notices: chatNotices,
});
