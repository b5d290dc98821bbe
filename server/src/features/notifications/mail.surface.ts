import { getMailSettings, saveMailSettings } from '@dazi/contract/notifications/mail';
import { unsubscribePath } from '@dazi/contract/notifications/mail.rules';
import { ask, everyone } from '../../testing/may.ts';
import { atMost } from '../../testing/statements-scene.ts';
import type { Surface } from '../../testing/surface.ts';
import { aDigestFor } from './mail.builder.ts';

const body = { digest: false, language: 'en' } as const;

export const mailSurface: Surface = {
  of: 'notifications',
  calls: [
    {
      endpoint: getMailSettings,
      statements: atMost(2, ({ bob }) => ({ as: bob })),
      sample: ({ userId }) => ({ query: { userId } }),
      may: [
        {
          of: 'the own ones',
          expected: { ...everyone('200'), visitor: '401 SIGN_IN_REQUIRED' },
          request: (_scene, as) => ask(as, getMailSettings, {}),
        },
      ],
      acrossBlocks: 'the own settings',
    },
    {
      endpoint: saveMailSettings,
      statements: atMost(5, ({ bob }) => ({ as: bob, body })),
      sample: ({ userId }) => ({ body: { userId, ...body } }),
      may: [
        {
          of: 'the own ones',
          expected: { ...everyone('200'), visitor: '401 SIGN_IN_REQUIRED' },
          request: (_scene, as) => ask(as, saveMailSettings, { body }),
        },
      ],
      acrossBlocks: 'the own settings',
    },
  ],
  paths: (['GET', 'POST'] as const).map((method) => ({
    method,
    path: unsubscribePath,
    may: [
      {
        of: 'by a link of nobody',
        expected: everyone('404'),
        request: async (_scene, as) =>
          `${(await as.fetch(`${unsubscribePath}?token=${'x'.repeat(43)}`, { method })).status}`,
      },
    ],
  })),
  keeps: [
    { table: 'mails', leave: ({ app, ann }) => aDigestFor(app.deps, ann.id) },
    { table: 'mail_settings', leave: ({ app, ann }) => aDigestFor(app.deps, ann.id) },
    { table: 'mail_links', leave: ({ app, ann }) => aDigestFor(app.deps, ann.id) },
  ],
};
