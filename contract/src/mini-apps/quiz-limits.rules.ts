export const quizLimits = {
  questions: 20,
  /** A participation has at least so many answers, or as many as there are questions when these are fewer. */
  answers: 5,
  participants: 10,
  /** Of a questionnaire: its text, its questions, and the parts of each. */
  content: 40_000,
  questionnaire: 100,
  question: 200,
  option: 80,
} as const;
