import type { NoticeLanguage } from '../kernel/notices.ts';
import type { QuickAnswer } from './plans.rules.ts';

/**
 * Both sides say them: the web in the reader's language, the server to browsers that are pushed to. They stand together,
 * for notices are made in any language: a part of them in the texts of a language would bring that the code of notices.
 */
export const quickAnswerWords: Readonly<Record<NoticeLanguage, Readonly<Record<QuickAnswer, string>>>> = {
  en: {
    on_my_way: 'On my way',
    late_5: 'Running 5 min late',
    late_10: 'Running 10 min late',
    late_20: 'Running 20 min late',
    here: "I'm here",
    at_spot: "I'm at the meeting place",
    cannot_find: "I can't find you",
    start_without_me: 'Start without me',
    cannot_come: "I can't come after all",
    bring_something: 'Shall I bring something?',
    thanks: 'Thanks, that was good',
    see_you: 'See you soon',
  },
  ja: {
    on_my_way: '向かっています',
    late_5: '5分遅れます',
    late_10: '10分遅れます',
    late_20: '20分遅れます',
    here: '着きました',
    at_spot: '集合場所にいます',
    cannot_find: '合流できません。どこにいますか？',
    start_without_me: '先に始めていてください',
    cannot_come: '行けなくなりました。すみません',
    bring_something: '何か持っていきましょうか？',
    thanks: 'ありがとうございました、楽しかったです',
    see_you: 'ではのちほど',
  },
  zh: {
    on_my_way: '在路上了',
    late_5: '晚到5分钟',
    late_10: '晚到10分钟',
    late_20: '晚到20分钟',
    here: '我到了',
    at_spot: '我在集合点',
    cannot_find: '没找到你们，在哪儿？',
    start_without_me: '你们先开始吧',
    cannot_come: '抱歉，我来不了了',
    bring_something: '要带点什么吗？',
    thanks: '谢谢，今天很开心',
    see_you: '待会儿见',
  },
};
