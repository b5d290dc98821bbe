import { type Device, keepSignedIn, listDevices, signOutDevices } from '@dazi/contract/identity/sessions';
import { ask, everyone } from '../../testing/may.ts';
import type { MayScene } from '../../testing/may-scene.ts';
import { atMost, type StatementsScene } from '../../testing/statements-scene.ts';
import type { Surface } from '../../testing/surface.ts';
import { TestPerson } from '../../testing/test-person.ts';

/** The same person on one more device. */
async function anotherDevice(of: TestPerson): Promise<TestPerson> {
  return new TestPerson(of.origin).signIn(of.user!.name);
}

const ownerOfDevice = async ({ people }: MayScene): Promise<string> => {
  const { data } = await people.owner.get(listDevices);
  return data.find(({ isThis }) => isThis)!.id;
};

export const sessionsSurface: Surface = {
  of: 'identity',
  calls: [
    {
      endpoint: listDevices,
      statements: atMost(3, async ({ ann }: StatementsScene) => {
        await anotherDevice(ann);
        return { as: ann };
      }),
      sample: ({ userId }) => ({ query: { userId } }),
      may: [
        {
          of: 'the own devices, and nobody else’s',
          expected: { ...everyone('200 without'), visitor: '401 SIGN_IN_REQUIRED', owner: '200 sees' },
          async request(scene, as) {
            const id = await ownerOfDevice(scene);
            return ask(as, listDevices, {}, (devices: Device[]) => devices.some((one) => one.id === id));
          },
        },
      ],
      acrossBlocks: 'the own devices',
    },
    {
      endpoint: keepSignedIn,
      // The session, the account held, its devices, which of them are pushed to, and the change.
      statements: atMost(5, ({ ann }) => ({ as: ann, body: { keep: true } })),
      sample: ({ userId }) => ({ body: { userId, keep: true } }),
      may: [
        {
          of: 'the own session',
          expected: { ...everyone('200'), visitor: '401 SIGN_IN_REQUIRED' },
          request: (_scene, as) => ask(as, keepSignedIn, { body: { keep: true } }),
        },
      ],
      acrossBlocks: 'the own device',
    },
    {
      endpoint: signOutDevices,
      statements: atMost(5, async ({ ann }: StatementsScene) => {
        for (let count = 0; count < 3; count++) await anotherDevice(ann);
        return { as: ann, body: {} };
      }),
      sample: ({ userId }) => ({ body: { userId, deviceId: 'nothing' } }),
      may: [
        {
          of: 'all other own devices',
          expected: { ...everyone('200 sees'), visitor: '401 SIGN_IN_REQUIRED' },
          async request(_scene, as) {
            if (as.user) await anotherDevice(as);
            return ask(as, signOutDevices, { body: {} }, ({ ended }: { ended: number }) => ended > 0);
          },
        },
        {
          // For the owner it is the one that asks.
          of: "the owner's device",
          expected: { ...everyone('404 DEVICE_NOT_FOUND'), visitor: '401 SIGN_IN_REQUIRED' },
          async request(scene, as) {
            return ask(as, signOutDevices, { body: { deviceId: await ownerOfDevice(scene) } });
          },
        },
      ],
      acrossBlocks: 'the own devices',
    },
  ],
  events: [{ type: 'devices_changed', acrossBlocks: 'the own devices' }],
};
