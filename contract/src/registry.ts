import * as conversationViews from './chat/conversation-views.ts';
import * as conversations from './chat/conversations.ts';
import { getLinkPreview } from './chat/link-previews.ts';
import * as presence from './chat/presence.ts';
import * as privateConversations from './chat/private-conversations.ts';
import * as rooms from './chat/rooms.ts';
import * as demoTown from './demo-town/demo-town.ts';
import * as people from './discovery/people.ts';
import * as governance from './governance/governance.ts';
import * as identity from './identity/identity.ts';
import type { Endpoint } from './kernel/endpoint.ts';
import { type ErrorDefinition, generalErrors } from './kernel/errors.ts';
import * as service from './kernel/service.ts';
import * as live from './live/live.ts';
import * as media from './media/media.ts';
import * as uploads from './media/uploads.ts';
import * as miniApps from './mini-apps/mini-apps.ts';
import * as moderation from './moderation/moderation.ts';
import * as notifications from './notifications/notifications.ts';
import * as blocks from './people/blocks.ts';
import * as profiles from './people/profiles.ts';
import { findPlaces } from './places/place-search.ts';
import { placesErrors } from './places/places.ts';
import * as bookmarks from './posts/bookmarks.ts';
import * as comments from './posts/comments.ts';
import { listMapCounts } from './posts/map-counts.ts';
import * as postViews from './posts/post-views.ts';
import * as posts from './posts/posts.ts';
import * as reactions from './posts/reactions.ts';
import * as wallet from './wallet/wallet.ts';

/** Every error code the server may answer. */
export const errorDefinitions = {
  ...generalErrors,
  ...identity.identityErrors,
  ...placesErrors,
  ...live.liveErrors,
  ...media.mediaErrors,
  ...profiles.profilesErrors,
  ...posts.postsErrors,
  ...reactions.reactionsErrors,
  ...comments.commentsErrors,
  ...bookmarks.bookmarksErrors,
  ...blocks.blocksErrors,
  ...conversations.conversationsErrors,
  ...privateConversations.privateConversationsErrors,
  ...rooms.roomsErrors,
  ...uploads.uploadsErrors,
  ...presence.presenceErrors,
  ...wallet.walletErrors,
  ...miniApps.miniAppsErrors,
  ...governance.governanceErrors,
  ...moderation.moderationErrors,
  ...notifications.notificationsErrors,
  ...demoTown.demoTownErrors,
} satisfies Record<string, ErrorDefinition>;

export type ErrorCode = keyof typeof errorDefinitions;

/** Every call of the product; the server answers exactly these. */
export const endpoints: readonly Endpoint[] = [
  service.getHealth,
  service.getSettings,
  identity.getSession,
  identity.signOut,
  identity.saveUser,
  identity.removeAccount,
  identity.restoreAccount,
  identity.exportAccount,
  findPlaces,
  live.sync,
  media.getMedia,
  media.getThumbnail,
  uploads.uploadFile,
  profiles.saveProfile,
  profiles.saveAvatar,
  blocks.listBlocks,
  blocks.blockPerson,
  blocks.unblockPerson,
  posts.createPost,
  posts.editPost,
  posts.removePost,
  listMapCounts,
  reactions.listReactions,
  reactions.addReaction,
  reactions.removeReaction,
  comments.listComments,
  comments.addComment,
  comments.removeComment,
  bookmarks.addBookmark,
  bookmarks.removeBookmark,
  conversations.listMessages,
  conversations.searchMessages,
  conversations.sendMessage,
  conversations.editMessage,
  conversations.removeMessage,
  conversations.reactToMessage,
  conversations.markRead,
  conversations.tellTyping,
  conversations.changeConversationSettings,
  conversations.listMembers,
  conversations.removeConversation,
  privateConversations.startConversation,
  privateConversations.sendPrivateMessage,
  privateConversations.markPrivateMessageRead,
  privateConversations.answerMessageRequest,
  getLinkPreview,
  rooms.createRoom,
  rooms.joinRoom,
  rooms.changeRoom,
  rooms.leaveRoom,
  rooms.removeRoom,
  rooms.listJoinRequests,
  rooms.answerJoinRequest,
  rooms.removeParticipant,
  rooms.banParticipant,
  rooms.listRoomBans,
  rooms.liftRoomBan,
  rooms.inviteToRoom,
  rooms.removeInvite,
  rooms.getLeaderVotes,
  rooms.voteForLeader,
  rooms.updateDetails,
  presence.sharePresence,
  presence.clearPresence,
  presence.listOnlineUsers,
  wallet.getWallet,
  wallet.searchWallets,
  wallet.listTransactions,
  wallet.findTransfer,
  wallet.transfer,
  miniApps.addMiniApp,
  miniApps.getMiniApp,
  miniApps.listParticipations,
  miniApps.participate,
  miniApps.changeMiniAppState,
  miniApps.completeMiniApp,
  miniApps.getQuestionnaire,
  miniApps.saveQuestionnaire,
  governance.listBoardMembers,
  governance.castBoardVote,
  governance.listVotingRecords,
  governance.listMotions,
  governance.getMotion,
  governance.createMotion,
  governance.voteOnMotion,
  governance.listResolutions,
  governance.listChainLinks,
  moderation.report,
  moderation.listReports,
  moderation.resolveReports,
  postViews.listPosts,
  postViews.getPost,
  postViews.listBookmarks,
  conversationViews.listConversations,
  conversationViews.getConversation,
  conversationViews.getRoom,
  conversationViews.getConversationOfRoom,
  conversationViews.countUnread,
  people.listUsers,
  people.getProfile,
  people.listProfiles,
  people.findMatches,
  people.searchProfiles,
  notifications.listNotifications,
  notifications.countNotifications,
  notifications.readNotifications,
  notifications.removeNotification,
  notifications.clearNotifications,
  notifications.getNotificationSettings,
  notifications.saveNotificationSettings,
  notifications.getPushKey,
  notifications.addPushSubscription,
  notifications.removePushSubscription,
  notifications.listUnnotified,
  notifications.markNotified,
  demoTown.loadDemoTown,
];
