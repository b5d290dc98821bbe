import {
  addMiniApp,
  changeMiniAppState,
  completeMiniApp,
  getMiniApp,
  getQuestionnaire,
  listParticipations,
  participate,
  saveQuestionnaire,
} from '@dazi/contract/mini-apps/mini-apps';
import { aRoom, joined } from '#features/chat/rooms/rooms.builder.ts';
import { decade, type SampleScene } from '../../testing/bad-input-scene.ts';
import { forAll, hiddenOnes, noSession } from '../../testing/blocks-looks.ts';
import type { BlocksScene } from '../../testing/blocks-scene.ts';
import { ask, type Case, everyone, type Outcome } from '../../testing/may.ts';
import { forMembers, inRoom } from '../../testing/may-conversations.ts';
import type { MayScene } from '../../testing/may-scene.ts';
import { perScene, remembered } from '../../testing/once.ts';
import { atMost, type StatementsScene } from '../../testing/statements-scene.ts';
import type { Surface } from '../../testing/surface.ts';
import type { TestPerson } from '../../testing/test-person.ts';
import { aMiniApp, quizAnswers, tookPart } from './mini-apps.builder.ts';

/** A room of Ann's, where Bob and three others are. */
const aRoomForApps = perScene(async ({ app, ann, bob }: StatementsScene) => {
  const room = await aRoom(ann);
  const others = await Promise.all(['Q1', 'Q2', 'Q3'].map((name) => app.person(name)));
  await joined(room, bob, ...others);
  return { conversationId: room.conversationId, others };
});

/** A quiz in which the three others have taken part. */
const aQuiz = async (scene: StatementsScene) => {
  const { conversationId, others } = await aRoomForApps(scene);
  const quiz = await aMiniApp(scene.ann, conversationId);
  const answers = quizAnswers('00000');
  for (const other of others) await tookPart(other, quiz.id, answers);
  return { miniAppId: quiz.id, answers };
};

/** The same once Bob has taken part as well, so that there is a result. */
const aQuizWithAResult = perScene(async (scene: StatementsScene) => {
  const { miniAppId, answers } = await aQuiz(scene);
  await tookPart(scene.bob, miniAppId, answers);
  return { miniAppId };
});

const anInstance = perScene(async ({ ann, room }: SampleScene) => ({
  params: { miniAppId: (await aMiniApp(ann, room.conversationId, 'ice-breaker')).id },
}));

const miniAppIn = perScene(async ({ people }: MayScene) =>
  remembered(
    async (conversationId: string) => (await aMiniApp(people.owner, conversationId, 'ice-breaker')).id,
  ),
);

/** To whoever is no member an instance is unknown; whoever has blocked its creator does not see its message either. */
const onMiniApp = (
  of: string,
  members: Outcome,
  request: (miniAppId: string, as: TestPerson) => Promise<Outcome>,
): Case[] => {
  const unknown = '404 MINI_APP_NOT_FOUND';
  const rest = { visitor: '401 SIGN_IN_REQUIRED', owner: '200' };
  const expected = {
    outsiders: { ...everyone(unknown), ...rest },
    members: { ...everyone(members), blocker: unknown, ...rest },
  };
  return inRoom(of, expected, async ({ conversationId }, as, scene) => {
    const idIn = await miniAppIn(scene);
    return request(await idIn(conversationId), as);
  });
};

const ofHostsApp = ({ hostsApp }: BlocksScene) => ({ params: { miniAppId: hostsApp.id } });
const ofSolsApp = ({ solsApp }: BlocksScene) => ({ params: { miniAppId: solsApp.id } });
/** The message is folded for whoever has blocked its sender; what was said in it still stands for the other. */
const foldedApp = { ...forAll('200', noSession), blocker: '404 MINI_APP_NOT_FOUND' };

export const miniAppsSurface: Surface = {
  of: 'mini-apps',
  calls: [
    {
      endpoint: addMiniApp,
      // The membership, the questions, the message as any other, how many are open, the row, and the instance as it is seen.
      statements: atMost(11, async (scene) => {
        const { conversationId } = await aRoomForApps(scene);
        return { as: scene.ann, params: { conversationId }, body: { appType: 'compatibility-quiz' } };
      }),
      sample: ({ userId, inRoom }) => ({
        params: inRoom,
        body: { userId, appType: 'poll', title: 'Tea?', config: { options: ['Tea', 'Coffee'] } },
      }),
      may: [
        ...inRoom("a mini app in the owner's room", forMembers('200'), ({ conversationId }, as) =>
          ask(as, addMiniApp, { params: { conversationId }, body: { appType: 'ice-breaker' } }),
        ),
      ],
      acrossBlocks: [
        {
          of: 'a mini app where Sol is, added by oneself',
          expected: forAll('200', noSession),
          look: (scene, as) =>
            ask(as, addMiniApp, {
              params: { conversationId: scene.together.conversationId },
              body: { appType: 'ice-breaker' },
            }),
        },
      ],
    },
    {
      endpoint: getMiniApp,
      statements: atMost(4, async (scene) => ({ as: scene.ann, params: await aQuizWithAResult(scene) })),
      sample: async (scene) => {
        const ofMiniApp = await anInstance(scene);
        return ofMiniApp;
      },
      may: [
        ...onMiniApp("the owner's mini app", '200', (miniAppId, as) =>
          ask(as, getMiniApp, { params: { miniAppId } }),
        ),
      ],
      acrossBlocks: [
        {
          of: `that Sol took part in a mini app: ${getMiniApp.name}`,
          expected: hiddenOnes('200 without', '200 sees', noSession),
          look: (scene, as) => ask(as, getMiniApp, ofHostsApp(scene), scene.mentionsSol),
        },
      ],
    },
    {
      endpoint: listParticipations,
      statements: atMost(5, async (scene) => ({ as: scene.ann, params: await aQuizWithAResult(scene) })),
      sample: async (scene) => {
        const { page } = scene;
        const ofMiniApp = await anInstance(scene);
        return { ...ofMiniApp, query: { limit: '5', cursor: page.cursor } };
      },
      may: [
        ...onMiniApp("who took part in the owner's mini app", '200', (miniAppId, as) =>
          ask(as, listParticipations, { params: { miniAppId } }),
        ),
      ],
      acrossBlocks: [
        {
          of: `that Sol took part in a mini app: ${listParticipations.name}`,
          expected: hiddenOnes('200 without', '200 sees', noSession),
          look: (scene, as) => ask(as, listParticipations, ofHostsApp(scene), scene.mentionsSol),
        },
      ],
    },
    {
      endpoint: participate,
      // The most there can be: held, taken part, everybody's answers, the result written anew and the message changed, both
      // counted as changes that all hear of, and the instance as it is seen.
      statements: atMost(21, async (scene) => {
        const { miniAppId, answers } = await aQuiz(scene);
        return { as: scene.bob, params: { miniAppId }, body: { data: { answers } } };
      }),
      sample: async (scene) => {
        const { userId } = scene;
        const ofMiniApp = await anInstance(scene);
        return {
          ...ofMiniApp,
          body: { userId, data: { answers: ['Tea'], completedAt: decade, version: 1 } },
        };
      },
      may: [
        ...onMiniApp("taking part in the owner's mini app", '200', (miniAppId, as) =>
          ask(as, participate, { params: { miniAppId }, body: { data: { answers: ['Tea'] } } }),
        ),
      ],
      acrossBlocks: [
        {
          of: "taking part in Sol's mini app",
          expected: foldedApp,
          look: (scene, as) =>
            ask(as, participate, { ...ofSolsApp(scene), body: { data: { answers: ['A nap'] } } }),
        },
      ],
    },
    {
      endpoint: changeMiniAppState,
      statements: atMost(13, async (scene) => ({
        as: scene.ann,
        params: await aQuizWithAResult(scene),
        body: { state: { step: 1 } },
      })),
      sample: async (scene) => {
        const ofMiniApp = await anInstance(scene);
        return { ...ofMiniApp, body: { state: { step: 1 }, version: 0 } };
      },
      may: [
        ...onMiniApp("the state of the owner's mini app", '200', (miniAppId, as) =>
          ask(as, changeMiniAppState, { params: { miniAppId }, body: { state: {} } }),
        ),
      ],
      acrossBlocks: [
        {
          of: "the state of Sol's mini app",
          expected: foldedApp,
          look: (scene, as) => ask(as, changeMiniAppState, { ...ofSolsApp(scene), body: { state: {} } }),
        },
      ],
    },
    {
      endpoint: completeMiniApp,
      // The result is a message of its own.
      statements: atMost(20, async (scene) => {
        const { conversationId, others } = await aRoomForApps(scene);
        const poll = await aMiniApp(scene.ann, conversationId, 'poll', {
          config: { options: ['Tea', 'Coffee'] },
        });
        for (const other of others) await tookPart(other, poll.id, [0]);
        return { as: scene.ann, params: { miniAppId: poll.id }, body: {} };
      }),
      sample: async (scene) => {
        const ofMiniApp = await anInstance(scene);
        return { ...ofMiniApp, body: {} };
      },
      may: [
        ...onMiniApp("completing the owner's mini app", '403 NOT_THE_APP_CREATOR', (miniAppId, as) =>
          ask(as, completeMiniApp, { params: { miniAppId }, body: {} }),
        ),
      ],
      acrossBlocks: [
        {
          of: "completing Sol's mini app",
          expected: { ...forAll('403 NOT_THE_APP_CREATOR', noSession), blocker: '404 MINI_APP_NOT_FOUND' },
          look: (scene, as) => ask(as, completeMiniApp, { ...ofSolsApp(scene), body: {} }),
        },
      ],
    },
    {
      endpoint: getQuestionnaire,
      statements: atMost(2, ({ ann }) => ({ as: ann })),
      sample: { query: { language: 'en' } },
      may: [
        {
          of: 'the questions of the quiz',
          expected: { ...everyone('200'), visitor: '401 SIGN_IN_REQUIRED' },
          request: (_scene, as) => ask(as, getQuestionnaire, {}),
        },
      ],
      acrossBlocks: 'questions that Dazi brings along or an administrator wrote',
    },
    {
      endpoint: saveQuestionnaire,
      statements: atMost(2, ({ ann }) => ({ as: ann, body: { content: null } })),
      sample: { body: { content: '1. Tea or coffee?：Tea/Coffee' } },
      may: [
        {
          of: 'other questions, by an administrator',
          expected: { ...everyone('403 FORBIDDEN'), visitor: '401 SIGN_IN_REQUIRED', administrator: '200' },
          request: (_scene, as) => ask(as, saveQuestionnaire, { body: { content: null } }),
        },
      ],
      acrossBlocks: 'administrators, from whom no block takes anything',
    },
  ],
  keeps: [
    { table: 'mini_apps', leave: async ({ ann }) => aMiniApp(ann, (await aRoom(ann)).conversationId) },
    {
      table: 'mini_app_participations',
      async leave({ ann, bob }) {
        const room = await aRoom(bob);
        await joined(room, ann);
        const quiz = await aMiniApp(bob, room.conversationId);
        for (const person of [ann, bob]) await tookPart(person, quiz.id, quizAnswers('00000'));
      },
    },
  ],
};
