import type { MiniAppDefinition, ResultPerson, ResultText } from './mini-app-kit.ts';
import type {
  AnswersRefusal,
  ParsedQuestionnaire,
  QuizConfig,
  QuizDetail,
  QuizPair,
  QuizParticipant,
  QuizQuestion,
  QuizResults,
  QuizTranslation,
} from './quiz.ts';
import { quizLimits } from './quiz-limits.rules.ts';

export const quiz: MiniAppDefinition<QuizConfig> = {
  type: 'compatibility-quiz',
  name: 'Compatibility Quiz',
  description: 'Everyone answers the same questions, then see who thinks alike.',
  category: 'games',
  icon: 'quiz',
  defaultConfig: { maxQuestions: 5, requireAllParticipants: false, minParticipants: 2 },
  maxParticipants: quizLimits.participants,
};

/** Places of the questions that match when the answers are opposite. */
const specialPlaces = [1, 5];

export const isSpecialPlace = (place: number): boolean => specialPlaces.includes(place);

/** A question a line: `1. Tea or coffee?：Tea/Coffee`. Colon full-width, slash either way; # begins a comment. */
export function parseQuestionnaire(content: string): ParsedQuestionnaire {
  const questions: QuizQuestion[] = [];
  let ignoredLines = 0;
  for (const raw of content.split(/\r\n|\r|\n/)) {
    const line = raw.replace(/^\uFEFF/, '').trim();
    if (line === '' || line.startsWith('#')) continue;
    const parsed = parseLine(line);
    if (!parsed || questions.length === quizLimits.questionnaire) {
      ignoredLines++;
      continue;
    }
    const place = questions.length + 1;
    questions.push({ id: `q${place}`, ...parsed, isSpecialRule: isSpecialPlace(place) });
  }
  return { questions, ignoredLines };
}

function parseLine(line: string): QuizTranslation | null {
  const dot = line.indexOf('.');
  if (dot < 1 || !/^[0-9]{1,6}\s*$/.test(line.slice(0, dot))) return null;
  const rest = line.slice(dot + 1);
  // The last one: a question may have a colon of its own.
  const colon = rest.lastIndexOf('：');
  if (colon < 0) return null;
  const question = rest.slice(0, colon).trim();
  const options = rest
    .slice(colon + 1)
    .split(/[/／]/)
    .map((option) => option.trim());
  const [one, other] = options;
  if (question === '' || question.length > quizLimits.question) return null;
  if (options.length !== 2 || !one || !other || one === other) return null;
  if (one.length > quizLimits.option || other.length > quizLimits.option) return null;
  return { question, options: [one, other] };
}

export const questionnaireText = (questions: readonly QuizTranslation[]): string =>
  questions
    .map(({ question, options }, index) => `${index + 1}. ${question}：${options[0]}/${options[1]}`)
    .join('\n');

/** Whether a question can be written as a line and read again as it is. */
export function isWritableQuestion({ question, options }: QuizTranslation): boolean {
  const [read, ...more] = parseQuestionnaire(questionnaireText([{ question, options }])).questions;
  return (
    more.length === 0 &&
    read?.question === question.trim() &&
    read.options[0] === options[0].trim() &&
    read.options[1] === options[1].trim()
  );
}

export const questionsAsked = <Question>(available: readonly Question[], maxQuestions: number): Question[] =>
  available.slice(0, maxQuestions);

export const questionIn = (question: QuizQuestion, language: string): QuizTranslation =>
  (language === 'ja' || language === 'zh' ? question.translations?.[language] : undefined) ?? question;

export function answerIn(question: QuizQuestion, answer: string, language: string): string {
  const place = question.options.indexOf(answer);
  return place < 0 ? answer : questionIn(question, language).options[place]!;
}

/** One a question, in order: an option in any language, or its place, 0 or 1. The text of `options` is answered. */
export function acceptedAnswers(
  questions: readonly QuizQuestion[],
  answers: readonly (string | number)[],
): string[] | AnswersRefusal {
  if (answers.length < questions.length) return 'missing';
  if (answers.length > questions.length) return 'extra';
  const accepted: string[] = [];
  for (const [index, question] of questions.entries()) {
    const place = optionPlace(question, answers[index]!);
    if (place < 0) return 'unknown';
    accepted.push(question.options[place]!);
  }
  return accepted;
}

function optionPlace(question: QuizQuestion, answer: string | number): number {
  if (typeof answer === 'number') return answer === 0 || answer === 1 ? answer : -1;
  const text = answer.trim();
  const versions = [question, question.translations?.ja, question.translations?.zh];
  for (const version of versions) {
    const place = version ? version.options.indexOf(text) : -1;
    if (place >= 0) return place;
  }
  return -1;
}

/** Opposite for a special question: one answer each. Equal for all others. */
export const isMatch = (
  question: Pick<QuizQuestion, 'isSpecialRule'>,
  one: string,
  other: string,
): boolean => (question.isSpecialRule ? one !== other : one === other);

/** The rounded percent of matching answers; 0 without questions. */
export const compatibilityScore = (details: readonly Pick<QuizDetail, 'isMatch'>[]): number =>
  details.length === 0
    ? 0
    : Math.round((100 * details.filter((detail) => detail.isMatch).length) / details.length);

const personOf = ({ id, name }: ResultPerson): ResultPerson => ({ id, name });

export function comparePair(
  questions: readonly QuizQuestion[],
  one: QuizParticipant,
  other: QuizParticipant,
): QuizPair {
  const details = questions.map((question, index) => {
    const [user1Answer, user2Answer] = [one.answers[index] ?? '', other.answers[index] ?? ''];
    return {
      questionId: question.id,
      question: question.question,
      user1Answer,
      user2Answer,
      isMatch: isMatch(question, user1Answer, user2Answer),
      isSpecialRule: question.isSpecialRule,
    };
  });
  return { user1: personOf(one), user2: personOf(other), score: compatibilityScore(details), details };
}

/** Every pair once, the best first; of equal ones first who took part earlier. Null with fewer than two. */
export function quizResults(
  questions: readonly QuizQuestion[],
  participants: readonly QuizParticipant[],
): QuizResults | null {
  if (participants.length < 2) return null;
  const allPairs = participants.flatMap((one, index) =>
    participants.slice(index + 1).map((other) => comparePair(questions, one, other)),
  );
  allPairs.sort((one, other) => other.score - one.score);
  return {
    allPairs,
    bestMatch: allPairs[0] ?? null,
    participants: participants.map(({ id, name, answers }) => ({ id, name, answers: [...answers] })),
    questions: [...questions],
  };
}

/** The place of a pair in the ranking, from 1; equal scores share one. */
export const rankOf = (pairs: readonly Pick<QuizPair, 'score'>[], score: number): number =>
  1 + pairs.filter((pair) => pair.score > score).length;

export const colourBands = [80, 60, 40] as const;
export const colourBand = (score: number): 80 | 60 | 40 | 0 => colourBands.find((from) => score >= from) ?? 0;

const emojis = [
  [90, '💞'],
  [80, '💖'],
  [70, '😊'],
  [60, '🙂'],
  [50, '🤝'],
] as const;
export const scoreEmoji = (score: number): string => emojis.find(([from]) => score >= from)?.[1] ?? '🌱';

const messageBands = [
  [90, 'quiz_90', 'think as one'],
  [80, 'quiz_80', 'get on splendidly'],
  [70, 'quiz_70', 'have a lot in common'],
  [60, 'quiz_60', 'agree on most things'],
  [50, 'quiz_50', 'meet halfway'],
  [0, 'quiz_0', 'have plenty to talk about'],
] as const;

/** The codes of `ResultText` of a quiz. `params`: name1, name2, score, emoji; of `quiz_none` none. */
export const quizTextCodes = [
  'quiz_90',
  'quiz_80',
  'quiz_70',
  'quiz_60',
  'quiz_50',
  'quiz_0',
  'quiz_none',
] as const;

export function quizText(bestMatch: QuizPair | null): { text: ResultText; generatedText: string } {
  if (!bestMatch) {
    return { text: { code: 'quiz_none', params: {} }, generatedText: 'The compatibility results are here' };
  }
  const { user1, user2, score } = bestMatch;
  const [, code, says] = messageBands.find(([from]) => score >= from)!;
  const emoji = scoreEmoji(score);
  return {
    text: { code, params: { name1: user1.name, name2: user2.name, score, emoji } },
    generatedText: `${emoji} ${user1.name} and ${user2.name} ${says}: ${score}% compatible`,
  };
}

/** The same results for somebody who does not see some of the people. */
export function quizResultsWithout(results: QuizResults, hidden: ReadonlySet<string>): QuizResults {
  const allPairs = results.allPairs.filter(
    ({ user1, user2 }) => !hidden.has(user1.id) && !hidden.has(user2.id),
  );
  return {
    ...results,
    allPairs,
    bestMatch: allPairs[0] ?? null,
    participants: results.participants.filter(({ id }) => !hidden.has(id)),
  };
}
