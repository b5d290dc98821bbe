export const live = {
  status: { connected: 'ライブ', connecting: '接続中', error: 'オフライン', disconnected: 'オフライン' },
};
