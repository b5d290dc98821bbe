import { getMedia, getThumbnail } from '@dazi/contract/media/media';
import { uploadFile } from '@dazi/contract/media/uploads';
import { atMost, readFile } from '../../testing/statements-scene.ts';
import type { Surface } from '../../testing/surface.ts';
import { uploaded } from '../../testing/test-uploads.ts';

export const mediaSurface: Surface = {
  of: 'media',
  calls: [
    {
      endpoint: getMedia,
      statements: atMost(3, ({ ann, posts }) => ({
        instead: () => readFile(ann, `/api/media/${posts[2]!.media[0]!.id}`),
      })),
      sample: { params: { mediaId: 'nothing' } },
    },
    {
      endpoint: getThumbnail,
      statements: atMost(3, ({ ann, posts }) => ({
        instead: () => readFile(ann, `/api/media/${posts[2]!.media[0]!.id}/thumbnail`),
      })),
      sample: { params: { mediaId: 'nothing' } },
    },
    {
      endpoint: uploadFile,
      // One of them asks how much lies there unattached.
      statements: atMost(3, ({ bob }) => ({ instead: () => uploaded(bob) })),
      // A form, which is spoilt below; as JSON it is refused whatever it says.
      sample: ({ image }) => ({
        params: { kind: 'image' },
        body: { upload_preset: 'dazi_images', file: image },
      }),
      largestBody_megabytes: 28,
    },
  ],
};
