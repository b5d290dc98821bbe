export const profiles = {
  updateFailed: '更新个人资料失败',
  saveFailed: '保存个人资料失败，请重试。',
  displayName: '显示名称',
  age: '年龄',
  ageRange: '年龄必须在 {min} 到 {max} 之间',
  nameMissing: '请输入名字',
  gender: '性别',
  genders: { none: '不填', M: '男', F: '女' },
  settings: {
    position: '别人看到的你的位置',
    approximate: '大致位置',
    recommended: '推荐',
    approximateText: '偏移 1 到 2 公里；同一地点的偏移始终相同。',
    exact: '确切位置',
    higherRisk: '风险较高',
    exactText:
      '精确到约 11 米。任何人都可能找到你住的街道；在某处以确切位置发的帖子，也会暴露在该处以大致位置发的帖子所隐藏的位置。',
    privacyNote: '除非你选择“确切位置”，否则绝不会与其他用户共享确切坐标；数据绝不出售。',
    saved: '设置已保存',
  },
  intro: {
    title: '这就是你',
    text: '附近的人会在你写的内容旁边看到这些。你可以随时修改。',
    save: '没错，是我',
    later: '以后再说',
    genderHint: '性别会和帖子一起显示，所以发帖前需要填写。',
  },
};
