export const presence = {
  online: 'Online',
  lastSeen: 'last seen {time}',
  near: {
    title: 'Online near you',
    within: 'within {distance}',
    count_one: '{count} person online near you',
    count_other: '{count} people online near you',
    nobody: 'Nobody who shares their position is online near you right now.',
    recent: 'Here recently',
    recently: 'here {time}',
    failed: 'Who is online near you could not be loaded.',
    connecting: 'Looking around...',
    came: '{name} is online near you',
  },
} as const;

export const presenceErrors = {
  LOCATION_SHARING_OFF: 'Please turn on location sharing in your profile first',
} as const;
