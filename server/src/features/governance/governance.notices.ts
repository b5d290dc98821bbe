import { type AreaNotices, codeFacts, noticeKind, noticeRule } from '#platform/notices.ts';
import { electedRecipients, findBoard } from './board.store.ts';

/** Somebody has come onto the board; told to themselves. */
export const boardElected = noticeKind<{ userId: string }>('board_elected');
/** Told to the board as it is then, but for whoever put it. */
export const motionPut = noticeKind<OfMotion>('motion_put');
/** Told to the board as it is then, but for whoever's ballot decided it. */
export const motionSettled = noticeKind<OfMotion & { isPassed: boolean }>('motion_settled');

interface OfMotion {
  motionId: string;
  personId: string | null;
}

export const governanceNotices: AreaNotices = {
  codes: {
    election: codeFacts('CITY_UPDATE'),
    motion_put: codeFacts('SYSTEM', { priority: 'high' }),
    motion_passed: codeFacts('SYSTEM'),
    motion_failed: codeFacts('SYSTEM'),
  },
  rules: [
    noticeRule([boardElected], {
      find: electedRecipients,
      compose: ({ userId }) => ({ code: 'election', personId: userId }),
    }),
    noticeRule<OfMotion & { isPassed?: boolean }, { eventId: number; userId: string }>(
      [motionPut, motionSettled],
      {
        async find(db, notices) {
          const board = [...(await findBoard(db))];
          return notices.flatMap(({ eventId, personId }) =>
            board.filter((userId) => userId !== personId).map((userId) => ({ eventId, userId })),
          );
        },
        compose({ kind, isPassed, motionId }) {
          const settled = isPassed ? 'motion_passed' : 'motion_failed';
          return { code: kind === motionSettled.name ? settled : 'motion_put', params: { motionId } };
        },
      },
    ),
  ],
};
