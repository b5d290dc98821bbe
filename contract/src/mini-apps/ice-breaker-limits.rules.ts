export const iceBreakerLimits = { question: 200, answer: 300, participants: 100 } as const;

export const iceBreakerQuestions = {
  'small-joy': 'Which small thing made you smile this week?',
  'free-hour': 'You get one free hour today. What do you do with it?',
  'secret-spot': 'Which spot near here would you show to a friend?',
  'first-song': 'Which song do you never skip?',
  'comfort-food': 'What do you cook when the day was long?',
  'learned-late': 'What did you learn much later than everybody else?',
} as const;
