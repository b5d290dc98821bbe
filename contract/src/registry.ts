import * as blocks from './blocks.ts';
import * as bookmarks from './bookmarks.ts';
import * as comments from './comments.ts';
import * as conversationViews from './conversation-views.ts';
import * as conversations from './conversations.ts';
import * as demoTown from './demo-town.ts';
import * as discovery from './discovery.ts';
import type { Endpoint } from './endpoint.ts';
import { type ErrorDefinition, generalErrors } from './errors.ts';
import * as governance from './governance.ts';
import * as identity from './identity.ts';
import { getLinkPreview } from './link-previews.ts';
import * as live from './live.ts';
import { listMapCounts } from './map-counts.ts';
import * as media from './media.ts';
import * as miniApps from './mini-apps.ts';
import * as moderation from './moderation.ts';
import * as notifications from './notifications.ts';
import * as people from './people.ts';
import { findPlaces } from './place-search.ts';
import { placesErrors } from './places.ts';
import * as posts from './posts.ts';
import * as presence from './presence.ts';
import * as privateConversations from './private-conversations.ts';
import * as profiles from './profiles.ts';
import * as reactions from './reactions.ts';
import * as rooms from './rooms.ts';
import * as service from './service.ts';
import * as uploads from './uploads.ts';
import * as wallet from './wallet.ts';

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
  ...discovery.discoveryErrors,
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
  discovery.listPosts,
  discovery.getPost,
  discovery.listBookmarks,
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
