export const live = {
  status: {
    connected: 'Live',
    connecting: 'Connecting',
    error: 'Offline',
    disconnected: 'Offline',
  },
} as const;
