import { knowsPort, signedOutPort } from '#features/identity/identity.service.ts';
import { recordOpenStreamsPort, subscriptionsPort } from '#features/live/live.service.ts';
import { privacyChangedPort } from '#features/people/profiles/profiles.service.ts';
import { blurredAlongPort } from '#features/posts/posts/posts.service.ts';
import type { Area } from '#platform/area.ts';
import { fill } from '#platform/ports.ts';
import { conversationViewsRoutes } from './conversation-views/conversation-views.routes.ts';
import { getRoom, plansOfConversationsPort } from './conversation-views/conversation-views.service.ts';
import { conversationsAccount } from './conversations/conversations.account.ts';
import { conversationsJobs } from './conversations/conversations.jobs.ts';
import { conversationsNotices } from './conversations/conversations.notices.ts';
import { conversationsRoutes } from './conversations/conversations.routes.ts';
import {
  mayReadMessageMedia,
  messageRedactedPort,
  reportableMessage,
  subscriptions,
} from './conversations/conversations.service.ts';
import { knows } from './conversations/private.service.ts';
import { quickAnswersPort } from './conversations/quick-answers.service.ts';
import { presenceAccount } from './presence/presence.account.ts';
import { presenceJobs } from './presence/presence.jobs.ts';
import { presenceRoutes } from './presence/presence.routes.ts';
import { activityChanged, clearPresence, recordOpenStreams } from './presence/presence.service.ts';
import { blurredRooms } from './rooms/blurring-rooms.service.ts';
import { roomsAccount } from './rooms/rooms.account.ts';
import { roomsJobs } from './rooms/rooms.jobs.ts';
import { roomsNotices } from './rooms/rooms.notices.ts';
import { roomsRoutes, viewOfRoomPort } from './rooms/rooms.routes.ts';
import { groupEndsPort, reportableRoom } from './rooms/rooms.service.ts';

export const chatArea: Area = {
  name: 'chat',
  routes(server, { deps, ports }) {
    conversationsRoutes(server, deps, ports.get(messageRedactedPort), ports.get(quickAnswersPort));
    roomsRoutes(server, deps, ports.get(viewOfRoomPort), ports.get(groupEndsPort));
    presenceRoutes(server, deps);
    conversationViewsRoutes(server, deps, ports.get(plansOfConversationsPort));
  },
  jobs: () => [...conversationsJobs, ...roomsJobs, ...presenceJobs],
  notices: [conversationsNotices, roomsNotices],
  accountParts: (ports) => [
    conversationsAccount(ports.get(quickAnswersPort)),
    roomsAccount(ports.get(groupEndsPort)),
    presenceAccount,
  ],
  mediaGuards: { message: mayReadMessageMedia },
  reportTargets: (ports) => ({
    message: reportableMessage(ports.get(messageRedactedPort)),
    room: reportableRoom(ports.get(groupEndsPort)),
  }),
  fills: [
    fill(subscriptionsPort, subscriptions),
    fill(recordOpenStreamsPort, recordOpenStreams),
    fill(signedOutPort, clearPresence),
    fill(privacyChangedPort, { sharingEnded: clearPresence, activityChanged }),
    fill(viewOfRoomPort, getRoom),
    fill(knowsPort, knows),
    fill(blurredAlongPort, blurredRooms),
  ],
};
