export const notifications = {
  title: 'Notifications',
  markAllRead: 'Mark all read',
  clearAll: 'Clear all',
  enable: 'Enable',
  off: 'Browser notifications are off.',
  denied: 'Your browser blocks notifications from Dazi. Allow them in its settings for this site.',
  insecure:
    'Browsers show notifications only for pages that came by a secure connection. Open Dazi by https.',
  empty: 'Nothing new',
  emptyText: 'When somebody writes, answers, reacts or wants to join, the bell tells you.',
  failed: 'Notifications could not be loaded.',
  remove: 'Remove: {title}',
  removeFailed: 'Notifications could not be removed. Please try again.',
  markReadFailed: 'Notifications could not be marked as read. Please try again.',
  time: { now: 'now', minutes: '{count}m ago', hours: '{count}h ago', days: '{count}d ago' },
  settings: {
    title: 'Notifications',
    newMessages: 'Messages, comments and replies',
    reactions: 'Reactions to my posts and messages',
    nearbyActivity: 'New posts near me',
    nearbyActivityHint: 'While you share where you are, at most once an hour.',
    cityUpdates: 'News of my city and groups',
    quietHours: 'Quiet hours',
    quietHoursHint: 'Nothing pops up or is pushed; the list goes on.',
    from: 'From',
    to: 'To',
    push: 'Push to this device',
    pushHint:
      'Also while no page of Dazi is open. It ends when this device is signed out: after 24 hours, or 30 days after the last visit if you stay signed in.',
    pushMissing:
      'This browser cannot be pushed to. On an iPhone or iPad it can be once Dazi is on the home screen: Share, then Add to Home Screen.',
    pushFailed: 'This browser does not set up push here; a private window cannot. Please try again.',
    previews: 'Show names and words in what is pushed',
    previewsHint: 'Otherwise it only says that there is something new.',
    digest: 'A weekly mail',
    digestHint:
      'To {address}, in numbers alone: what is unread, and the plans ahead. Every mail has a link to end it.',
  },
} as const;

export const notificationsErrors = {
  TIME_ZONE_UNKNOWN: 'That time zone is not known',
  PUSH_ADDRESS_REFUSED: 'This address is not one of a push service',
  PUSH_KEYS_INVALID: 'The keys of the push subscription are not valid',
  MAIL_NOT_OFFERED: 'This server sends no mail',
  MAIL_ADDRESS_MISSING: 'Your sign-in vouches for no e-mail address',
} as const;
