import { saveAvatar, saveProfile } from '@dazi/contract/people/profiles';
import { atMost } from '../../../testing/statements-scene.ts';
import type { Surface } from '../../../testing/surface.ts';

export const profilesSurface: Surface = {
  of: 'people/profiles',
  calls: [
    {
      endpoint: saveProfile,
      // Answered with what is counted of the person.
      statements: atMost(8, ({ ann }) => ({ as: ann, params: { userId: ann.id }, body: { bio: 'Hello' } })),
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
    },
    {
      endpoint: saveAvatar,
      // The picture before is erased with its row.
      statements: atMost(5, async ({ ann, drawn }) => {
        const body = { avatarUrl: drawn };
        await ann.get(saveAvatar, { body });
        return { as: ann, body };
      }),
      sample: ({ userId, image }) => ({ body: { userId, avatarUrl: image } }),
    },
  ],
};
