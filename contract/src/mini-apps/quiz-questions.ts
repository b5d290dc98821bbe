import { isSpecialPlace } from './quiz.rules.ts';
import type { QuizQuestion, QuizTranslation } from './quiz.ts';

type Line = readonly [question: string, one: string, other: string];

const asTranslation = ([question, one, other]: Line): QuizTranslation => ({
  question,
  options: [one, other],
});

const lines: readonly { en: Line; ja: Line; zh: Line }[] = [
  {
    en: ['Are you a woman or a man?', 'Woman', 'Man'],
    ja: ['あなたは女性ですか、男性ですか？', '女性', '男性'],
    zh: ['你是女生还是男生？', '女生', '男生'],
  },
  {
    en: ['Sunrise or sunset?', 'Sunrise', 'Sunset'],
    ja: ['日の出と夕焼け、どちらが好き？', '日の出', '夕焼け'],
    zh: ['日出还是日落？', '日出', '日落'],
  },
  {
    en: ['A free Saturday: plan it or improvise?', 'Plan it', 'Improvise'],
    ja: ['予定のない土曜日は？', '計画を立てる', '気の向くまま'],
    zh: ['空闲的周六：先计划还是随性？', '先计划', '随性'],
  },
  {
    en: ['Sea or hills?', 'Sea', 'Hills'],
    ja: ['海と山、行くなら？', '海', '山'],
    zh: ['海边还是山里？', '海边', '山里'],
  },
  {
    en: ['You get on better with people who are', 'Older', 'Younger'],
    ja: ['気が合うのはどんな人？', '年上', '年下'],
    zh: ['你和哪种人更合得来？', '比我年长', '比我年轻'],
  },
  {
    en: ['Write or call?', 'Write', 'Call'],
    ja: ['連絡するなら？', 'メッセージ', '電話'],
    zh: ['发消息还是打电话？', '发消息', '打电话'],
  },
  {
    en: ['A long dinner: cook or go out?', 'Cook', 'Go out'],
    ja: ['ゆっくり夕食をとるなら？', '家で作る', '外で食べる'],
    zh: ['慢慢吃一顿晚饭：下厨还是出门？', '下厨', '出门'],
  },
  {
    en: ['A surprise: lovely or stressful?', 'Lovely', 'Stressful'],
    ja: ['サプライズは？', 'うれしい', '落ち着かない'],
    zh: ['收到惊喜时，你觉得？', '开心', '紧张'],
  },
  {
    en: ['On a walk: talk or be quiet?', 'Talk', 'Be quiet'],
    ja: ['散歩のときは？', 'おしゃべり', '静かに歩く'],
    zh: ['散步的时候：聊天还是安静？', '聊天', '安静'],
  },
  {
    en: ['An argument: now or tomorrow?', 'Now', 'Tomorrow'],
    ja: ['言い合いになったら？', 'すぐ話す', '一晩おく'],
    zh: ['有了分歧：马上说还是明天说？', '马上说', '明天说'],
  },
];

export const defaultQuizQuestions: readonly QuizQuestion[] = lines.map(({ en, ja, zh }, index) => ({
  id: `default-${index + 1}`,
  ...asTranslation(en),
  isSpecialRule: isSpecialPlace(index + 1),
  translations: { ja: asTranslation(ja), zh: asTranslation(zh) },
}));
