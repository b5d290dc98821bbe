import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { resultWithout } from './mini-app-results.ts';
import {
  acceptedAnswers,
  answerIn,
  colourBand,
  compatibilityScore,
  isWritableQuestion,
  parseQuestionnaire,
  questionIn,
  questionnaireText,
  questionsAsked,
  quiz,
  quizResults,
  quizText,
  quizTextCodes,
  rankOf,
  scoreEmoji,
} from './quiz.rules.ts';
import type { QuizParticipant } from './quiz.ts';
import { quizLimits } from './quiz-limits.rules.ts';
import { defaultQuizQuestions } from './quiz-questions.ts';

const five = questionsAsked(defaultQuizQuestions, 5);
/** `1` takes the second option. */
const who = (id: string, choices: string): QuizParticipant => ({
  id,
  name: id.toUpperCase(),
  answers: [...choices].map((choice, index) => five[index]!.options[Number(choice)]!),
});
const scoreOf = (one: string, other: string) =>
  quizResults(five, [who('a', one), who('b', other)])!.bestMatch!.score;

describe('the definition (QUIZ-006 to 009, MINI-040)', () => {
  test('asks five questions of two people or more, ten at most', () => {
    expect(quiz).toMatchObject({
      type: 'compatibility-quiz',
      category: 'games',
      defaultConfig: { maxQuestions: 5, requireAllParticipants: false, minParticipants: 2 },
      maxParticipants: 10,
    });
  });
});

describe('the score (QUIZ-051 to 054, 063)', () => {
  test.each([
    ['00000', '00000', 60],
    ['00000', '10001', 100],
    ['00000', '11111', 40],
    ['00000', '01110', 0],
    ['10101', '10101', 60],
  ])('of %s and %s is %i', (one, other, score) => {
    expect(scoreOf(one, other)).toBe(score);
    expect(scoreOf(other, one)).toBe(score);
  });

  test('is rounded, and 0 without questions', () => {
    const of = (...matches: boolean[]) => compatibilityScore(matches.map((isMatch) => ({ isMatch })));
    expect(of(true, false, false)).toBe(33);
    expect(of(true, true, false)).toBe(67);
    expect(of(true, false, false, false, false, false, false, false)).toBe(13);
    expect(of()).toBe(0);
  });
});

describe('results (QUIZ-011, 013, 014, 017, 018, 035)', () => {
  test('rank every pair once, the best first, of equal ones the earlier', () => {
    const people = [who('a', '00000'), who('b', '00000'), who('c', '10001'), who('d', '01110')];
    const { allPairs, bestMatch, participants } = quizResults(five, people)!;
    expect(allPairs).toHaveLength(6);
    expect(allPairs.map(({ user1, user2, score }) => `${user1.id}${user2.id} ${score}`)).toEqual([
      'ac 100',
      'bc 100',
      'ab 60',
      'cd 40',
      'ad 0',
      'bd 0',
    ]);
    expect(bestMatch).toBe(allPairs[0]);
    expect(rankOf(allPairs, 60)).toBe(3);
    expect(participants).toEqual(people);
    expect(bestMatch!.details[0]).toEqual({
      questionId: 'default-1',
      question: five[0]!.question,
      user1Answer: 'Woman',
      user2Answer: 'Man',
      isMatch: true,
      isSpecialRule: true,
    });
  });

  test('are none with fewer than two', () => {
    expect(quizResults(five, [])).toBeNull();
    expect(quizResults(five, [who('a', '00000')])).toBeNull();
  });

  test('are another for who does not see somebody, in words too', () => {
    const people = [who('a', '00000'), who('b', '11111'), who('c', '10001')];
    const results = quizResults(five, people)!;
    const content = {
      type: 'mini-app-result' as const,
      miniAppId: 'x',
      appType: quiz.type,
      title: 'Quiz',
      ...quizText(results.bestMatch),
      results: { ...results },
    };
    expect(content.generatedText).toContain('A and C');
    const left = resultWithout(content, new Set(['c', 'z']));
    expect(left.generatedText).toContain('A and B');
    expect(JSON.stringify(left)).not.toMatch(/"c"|C/);
    expect(resultWithout(content, new Set(['z']))).toBe(content);
    expect(resultWithout(content, new Set(['a', 'b'])).text.code).toBe('quiz_none');
  });
});

describe('bands, inclusive (QUIZ-055, 056, 057, 064)', () => {
  test.each([
    [100, 80],
    [80, 80],
    [79, 60],
    [60, 60],
    [59, 40],
    [40, 40],
    [39, 0],
  ])('colour of %i is that of %i', (score, band) => expect(colourBand(score)).toBe(band));

  test.each([
    [100, 'quiz_90'],
    [90, 'quiz_90'],
    [89, 'quiz_80'],
    [80, 'quiz_80'],
    [70, 'quiz_70'],
    [69, 'quiz_60'],
    [60, 'quiz_60'],
    [50, 'quiz_50'],
    [49, 'quiz_0'],
    [0, 'quiz_0'],
  ])('%i says %s', (score, code) => {
    const pair = { user1: { id: 'a', name: 'Ann' }, user2: { id: 'b', name: 'Bob' }, score, details: [] };
    const { text, generatedText } = quizText(pair);
    expect(quizTextCodes).toContain(code);
    expect(text).toEqual({ code, params: { name1: 'Ann', name2: 'Bob', score, emoji: scoreEmoji(score) } });
    expect(generatedText).toMatch(new RegExp(`^${scoreEmoji(score)} Ann and Bob .*${score}%`));
  });

  test('have an emoji each', () => {
    expect(new Set([100, 89, 79, 69, 59, 49].map(scoreEmoji)).size).toBe(6);
    expect([90, 80, 70, 60, 50].map((from) => scoreEmoji(from) === scoreEmoji(from - 1))).not.toContain(true);
  });
});

describe('the lines of a questionnaire (QUIZ-040, 041, 042, 062, 063)', () => {
  test('are questions with two options; others are ignored and counted', () => {
    const { questions, ignoredLines } = parseQuestionnaire(
      [
        '\uFEFF# Ours: ignored',
        '1. Tea or coffee？：Tea/Coffee',
        '',
        '2.茶还是咖啡？：茶／咖啡 ',
        '  12 . When: now?：a / b',
        '3. An ASCII colon: a/b',
        '4. Three：a/b/c',
        '5. One：a',
        '6. Twice the same：a/a',
        '7. Empty：/b',
        '8. ：a/b',
        'No number：a/b',
        '9 No dot：a/b',
        '-1. Below：a/b',
        '10. A colon：in it：a/b\r',
        `11. ${'x'.repeat(201)}：a/b`,
        `12. Long option：${'x'.repeat(81)}/b`,
      ].join('\n'),
    );
    expect(questions.map(({ id, question, options }) => [id, question, ...options])).toEqual([
      ['q1', 'Tea or coffee？', 'Tea', 'Coffee'],
      ['q2', '茶还是咖啡？', '茶', '咖啡'],
      ['q3', 'When: now?', 'a', 'b'],
      ['q4', 'A colon：in it', 'a', 'b'],
    ]);
    expect(ignoredLines).toBe(11);
  });

  test('make the first and the fifth special, wherever malformed lines stand', () => {
    const lines = [1, 2, 3, 4, 5, 6].map((each) => `${each}. Q${each}：a/b`);
    const special = (text: string) =>
      parseQuestionnaire(text).questions.flatMap(({ question, isSpecialRule }) =>
        isSpecialRule ? [question] : [],
      );
    expect(special(lines.join('\n'))).toEqual(['Q1', 'Q5']);
    expect(special(['nonsense', ...lines.slice(1)].join('\r\n'))).toEqual(['Q2', 'Q6']);
  });

  test('hold a hundred questions at most', () => {
    const text = Array.from({ length: 103 }, (_each, index) => `${index}. Q：a/b`).join('\n');
    const { questions, ignoredLines } = parseQuestionnaire(text);
    expect([questions.length, ignoredLines]).toEqual([100, 3]);
  });

  test('are read again as they were written, or said not to be writable', () => {
    const part = fc.string({ minLength: 1, maxLength: 12, unit: 'grapheme' });
    fc.assert(
      fc.property(part, part, part, (question, one, other) => {
        const given = { question, options: [one, other] as [string, string] };
        if (!isWritableQuestion(given)) return;
        const { questions, ignoredLines } = parseQuestionnaire(questionnaireText([given, given]));
        expect(ignoredLines).toBe(0);
        expect(questions.map((read) => [read.question, ...read.options])).toEqual(
          [1, 2].map(() => [question.trim(), one.trim(), other.trim()]),
        );
      }),
    );
    expect(isWritableQuestion({ question: 'Fine?', options: ['Yes', 'No'] })).toBe(true);
    for (const options of [
      ['Yes/No', 'No'],
      ['Same', 'Same'],
      ['', 'No'],
      ['a：b', 'No'],
    ] as [string, string][]) {
      expect(isWritableQuestion({ question: 'Fine?', options })).toBe(false);
    }
  });

  test('survive any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (text) => {
        const { questions, ignoredLines } = parseQuestionnaire(text);
        expect(questions.length + ignoredLines).toBeLessThanOrEqual(text.split(/[\r\n]/).length);
      }),
    );
  });
});

describe('the questions that Dazi brings along (QUIZ-010, 062)', () => {
  test('are at least five, writable in every language, the first and the fifth special', () => {
    expect(defaultQuizQuestions.length).toBeGreaterThanOrEqual(5);
    expect(defaultQuizQuestions.flatMap((each, index) => (each.isSpecialRule ? [index + 1] : []))).toEqual([
      1, 5,
    ]);
    for (const language of ['en', 'ja', 'zh']) {
      const written = defaultQuizQuestions.map((question) => questionIn(question, language));
      expect(written.every(isWritableQuestion)).toBe(true);
    }
    expect(questionIn(five[1]!, 'zh').question).toBe('日出还是日落？');
    expect(questionIn(five[1]!, 'fr').question).toBe('Sunrise or sunset?');
    expect(answerIn(five[1]!, 'Sunset', 'ja')).toBe('夕焼け');
    expect(answerIn(five[1]!, 'Noon', 'ja')).toBe('Noon');
  });
});

describe('answers (QUIZ-033, 036, 059)', () => {
  const [first, second] = five;
  test('are one a question, in any language or by their place', () => {
    expect(acceptedAnswers([first!, second!], [' 女生 ', 1])).toEqual(['Woman', 'Sunset']);
    expect(acceptedAnswers([first!, second!], ['Man', '日の出'])).toEqual(['Man', 'Sunrise']);
  });

  test.each([
    [['Woman'], 'missing'],
    [['Woman', 'Sunset', 'Sea'], 'extra'],
    [['Woman', 'Noon'], 'unknown'],
    [['Woman', 2], 'unknown'],
    [['Woman', -1], 'unknown'],
    [['Woman', 0.5], 'unknown'],
  ])('%j are %s', (answers, refusal) => {
    expect(acceptedAnswers([first!, second!], answers)).toBe(refusal);
  });
});

test('as many questions as there may be, each as long as it may be, can be saved', () => {
  const { question, option, questionnaire, content } = quizLimits;
  const longest = (mark: string) => ({
    question: '问'.repeat(question),
    options: [`${mark}${'甲'.repeat(option - 1)}`, '乙'.repeat(option)] as [string, string],
  });
  const text = questionnaireText(Array.from({ length: questionnaire }, () => longest('1')));
  expect(parseQuestionnaire(text)).toMatchObject({ questions: { length: questionnaire }, ignoredLines: 0 });
  expect(text.length).toBeLessThanOrEqual(content);
  // In a body of 128 KiB, where most letters take three bytes.
  expect(3 * content).toBeLessThan(128 * 1024);
});
