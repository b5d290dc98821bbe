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
    },
    {
      endpoint: saveAvatar,
      // The picture before is erased with its row.
      statements: atMost(5, async ({ ann, drawn }) => {
        const body = { avatarUrl: drawn };
        await ann.get(saveAvatar, { body });
        return { as: ann, body };
      }),
    },
  ],
};
