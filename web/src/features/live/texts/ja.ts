export const live = {
  status: { connected: 'ライブ', connecting: '接続中', error: 'オフライン', disconnected: 'オフライン' },
};

export const liveErrors = {
  STREAM_UNKNOWN: 'このストリームは接続されていません',
};
