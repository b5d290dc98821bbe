import type { Endpoint } from '@dazi/contract/kernel/endpoint';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeSampleScene, makeSamples, type Sample, type SampleScene } from './bad-input-scene.ts';
import { bounded, hostileJson, hostileParam, hostileQuery, pathsIn, spoilt } from './hostile-input.ts';
import { requestOf, Sender } from './refused-requests.ts';
import { callRows, endpointsWithout } from './surfaces.ts';
import type { RawRequest } from './test-request.ts';

/** Malformed requests of every kind: never a 5xx, always the envelope, nothing stored. */

let scene: SampleScene;
let sender: Sender;
let samples: Record<string, Sample>;
beforeAll(async () => {
  scene = await makeSampleScene();
  sender = await Sender.of(scene.app);
  samples = await makeSamples(scene, callRows);
});
afterAll(() => scene.close());

const sent = (request: RawRequest, as = scene.ann) => sender.send(request, as);
const actorFor = ({ name }: Endpoint) => (samples[name]?.as ? scene.app.visitor() : scene.ann);

test('every endpoint has a sample', () => {
  expect(endpointsWithout('sample', 'give a request with every field filled')).toEqual([]);
});

/** Requests in which one thing is wrong: a value of the body, one of the query, or the path. */
function spoiltRequests(endpoint: Endpoint, sample: Sample, userId: string): fc.Arbitrary<RawRequest>[] {
  const kinds: fc.Arbitrary<RawRequest>[] = [];
  if (endpoint.method !== 'GET') {
    const body = sample.body ?? {};
    kinds.push(
      fc
        .tuple(fc.constantFrom(...pathsIn(body)), hostileJson)
        .map(([path, raw]) => requestOf(endpoint, sample, { body: spoilt(body, path, raw) })),
      fc
        .constantFrom(
          '"__proto__":{"x":1}',
          '"constructor":{"prototype":1}',
          '"isAdministrator":true',
          '"":1',
        )
        .map((extra) => {
          const text = JSON.stringify(body).slice(1);
          return requestOf(endpoint, sample, { body: `{${extra}${text === '}' ? '' : ','}${text}` });
        }),
    );
  }
  const query = sample.query ?? (endpoint.method === 'DELETE' ? { userId } : {});
  kinds.push(
    fc
      .tuple(
        fc.constantFrom('x', '__proto__', 'constructor', ...Object.keys(query)),
        hostileQuery,
        fc.boolean(),
      )
      .map(([spoiltName, value, twice]) => {
        const parts = Object.entries(query)
          .filter(([name]) => name !== spoiltName)
          .map(([name, kept]) => `${name}=${encodeURIComponent(kept)}`);
        if (value !== null) parts.push(`${spoiltName}=${value}`);
        if (value !== null && twice) parts.push(`${spoiltName}=${value}`);
        return requestOf(endpoint, sample, { query: parts.join('&') });
      }),
  );
  const names = Object.keys(sample.params ?? {});
  if (names.length > 0) {
    kinds.push(
      hostileParam.map((value) =>
        requestOf(endpoint, {
          ...sample,
          params: Object.fromEntries(names.map((name) => [name, value])),
        }),
      ),
    );
  }
  return kinds;
}

describe.each(callRows.map(({ endpoint }) => [`${endpoint.method} ${endpoint.path}`, endpoint] as const))(
  '%s',
  (_name, endpoint) => {
    test('accepts its sample or refuses it for a reason', async () => {
      const code = await sent(requestOf(endpoint, samples[endpoint.name]!), actorFor(endpoint));
      // Otherwise the walk would spoil what is refused anyway.
      expect(['INVALID_INPUT', 'INVALID_JSON', 'SIGN_IN_REQUIRED']).not.toContain(code);
    });

    test('withstands spoilt requests', async () => {
      const sample = samples[endpoint.name]!;
      await fc.assert(
        fc.asyncProperty(fc.oneof(...spoiltRequests(endpoint, sample, scene.userId)), async (request) => {
          await sent(request, actorFor(endpoint));
        }),
        bounded,
      );
    });
  },
);
