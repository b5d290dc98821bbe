export const live = {
  status: { connected: '实时', connecting: '正在连接', error: '离线', disconnected: '离线' },
};

export const liveErrors = {
  STREAM_UNKNOWN: '此数据流未连接',
};
