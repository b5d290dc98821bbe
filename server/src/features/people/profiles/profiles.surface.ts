import { saveAvatar, saveProfile } from '@dazi/contract/people/profiles';
import { ask, everyone, ownerOnly } from '../../../testing/may.ts';
import { atMost } from '../../../testing/statements-scene.ts';
import type { Surface } from '../../../testing/surface.ts';
import { hideFace } from './hidden-faces.service.ts';

export const profilesSurface: Surface = {
  of: 'people/profiles',
  calls: [
    {
      endpoint: saveProfile,
      // Answered with what is counted of the person; whether the words were hidden, and those before are sealed.
      statements: atMost(9, ({ ann }) => ({ as: ann, params: { userId: ann.id }, body: { bio: 'Hello' } })),
      sample: ({ userId }) => ({
        params: { userId },
        body: {
          displayName: 'Ann',
          bio: 'Chess',
          age: 30,
          gender: 'F',
          interests: ['hiking'],
          lookingFor: ['friendship'],
          preferences: {
            ageRange: { min: 18, max: 65 },
            maxDistance: 5,
            notificationSettings: {
              newMessages: true,
              nearbyActivity: true,
              cityUpdates: true,
              reactions: true,
            },
          },
          privacy: {
            showAge: true,
            profileVisibility: 'public',
            locationSharing: { enabled: true, precision: 'exact' },
          },
          stats: { messagesSent: 1 },
        },
      }),
      may: [
        {
          of: "the owner's profile",
          expected: ownerOnly('401 SIGN_IN_REQUIRED', '403 NOT_YOURSELF'),
          request: (scene, as) =>
            ask(as, saveProfile, {
              params: { userId: scene.people.owner.id },
              body: { bio: 'I play chess' },
            }),
        },
      ],
      acrossBlocks: 'the own profile',
    },
    {
      endpoint: saveAvatar,
      // Whether the picture was hidden; the one before is sealed with its file, and goes later. Two for how much is stored of the person.
      statements: atMost(10, async ({ ann, drawn }) => {
        const body = { avatarUrl: drawn };
        await ann.get(saveAvatar, { body });
        return { as: ann, body };
      }),
      sample: ({ userId, image }) => ({ body: { userId, avatarUrl: image } }),
      may: [
        {
          of: 'the own picture',
          expected: { ...everyone('200'), visitor: '401 SIGN_IN_REQUIRED' },
          request: (_scene, as) => ask(as, saveAvatar, { body: { avatarUrl: null } }),
        },
      ],
      acrossBlocks: 'the own picture',
    },
  ],
  events: [{ type: 'person_changed', acrossBlocks: 'an account that all stop seeing, or see again' }],
  keeps: [
    { table: 'profiles', leave: ({ ann }) => ann.saveProfile({ bio: 'I play chess' }) },
    {
      table: 'earlier_names',
      leave: async ({ ann }) => {
        const { displayName } = await ann.saveProfile({ confirmed: true });
        await ann.saveProfile({ displayName: 'For a day' });
        await ann.saveProfile({ displayName });
      },
    },
    {
      table: 'refused_faces',
      leave: async ({ app, ann }) => {
        await ann.saveProfile({ bio: 'I sell pills' });
        await app.deps.transact((inner) => hideFace(inner, ann.id, 'bio'));
      },
    },
  ],
};
