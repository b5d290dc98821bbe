export const demoTown = {
  title: '这里还很安静',
  text: '这台演示服务器上还没有人发帖。加载一座虚构的小城，看看 Dazi 是什么样子。',
  load: '加载演示小城',
  loading: '正在加载',
  loaded_other: '演示小城已就绪：{count}条帖子',
  failed: '演示小城加载失败',
};

export const demoTownErrors = {
  DEMO_TOWN_CLOSED: '只有在演示模式下才能加载演示小城',
  DEMO_TOWN_LOADED: '已经有帖子了；演示小城只能建在空的服务器上',
};
