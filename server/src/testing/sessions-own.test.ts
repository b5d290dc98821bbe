import type { Endpoint } from '@dazi/contract/kernel/endpoint';
import { type ErrorCode, endpoints, errorDefinitions } from '@dazi/contract/registry';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeSampleScene, makeSamples, type Sample, type SampleScene } from './bad-input-scene.ts';
import { callRows } from './surfaces.ts';

/** Whoever acts is the person of the session: nobody else can be named, and visitors are asked to sign in. */

let scene: SampleScene;
let samples: Record<string, Sample>;
beforeAll(async () => {
  scene = await makeSampleScene();
  samples = await makeSamples(scene, callRows);
});
afterAll(() => scene.close());

const nameOf = ({ method, path }: Endpoint) => `${method} ${path}`;
const needsSession = endpoints.filter(({ who }) => who === 'signed-in');
const namesActor = endpoints.filter(({ actor }) => actor !== undefined);

/** Path parameters of the right form that stand for nothing. */
const paramsOf = (endpoint: Endpoint) =>
  Object.fromEntries([...endpoint.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => [name, 'nothing']));

test.each(needsSession.map((endpoint) => [nameOf(endpoint), endpoint] as const))(
  '%s refuses visitors in its own words before it looks at the request (AUTH-049)',
  async (_name, endpoint) => {
    const path = endpoint.path.replace(/\{\w+\}/g, 'nothing');
    const answer = await scene.app.visitor().fetch(path, {
      method: endpoint.method,
      ...(endpoint.method === 'GET'
        ? {}
        : { headers: { 'content-type': 'application/json' }, body: 'not json' }),
    });
    const code = (endpoint.signInError ?? 'SIGN_IN_REQUIRED') as ErrorCode;
    expect(answer.status).toBe(401);
    expect(await answer.json()).toEqual({ success: false, error: errorDefinitions[code].text, code });
  },
);

/** A field of the sample that says which thing is meant; its own id a device makes itself. */
const namesAThing = (name: string) => /(^id|Id)$/.test(name) && name !== 'clientId';

/**
 * The fields of the sample, in which only the name is wrong: somebody else acts. Things are of the right form and
 * stand for nothing, since nothing may be looked up before.
 */
function namingAnother({ name, actor }: Endpoint) {
  const { query = {}, body = {} } = samples[name]!;
  const fields = Object.entries({ ...query, ...body }).map(([field, value]) => [
    field,
    typeof value === 'string' && namesAThing(field) ? 'nothing' : value,
  ]);
  return { ...Object.fromEntries(fields), [actor!]: scene.bob.id };
}

/** The fields of a DELETE may come either way. */
const placesOfNames = namesActor.flatMap((endpoint) => {
  if (endpoint.method === 'GET') return [['query', nameOf(endpoint), endpoint] as const];
  const inBody = ['body', nameOf(endpoint), endpoint] as const;
  return endpoint.method === 'DELETE' ? [inBody, ['query', nameOf(endpoint), endpoint] as const] : [inBody];
});

test.each(placesOfNames)(
  'somebody else as userId in the %s of %s is refused (AUTH-049)',
  async (place, _name, endpoint: Endpoint) => {
    const input = { params: paramsOf(endpoint), [place]: namingAnother(endpoint) };
    expect(await scene.ann.call(endpoint, input)).toMatchObject({
      success: false,
      status: 403,
      code: 'NOT_YOURSELF',
    });
  },
);

test.each(namesActor.filter(({ who }) => who === 'anyone').map((endpoint) => [nameOf(endpoint), endpoint]))(
  'a visitor who names somebody in %s is asked to sign in (AUTH-049)',
  async (_name, endpoint) => {
    const input = { params: paramsOf(endpoint), query: namingAnother(endpoint) };
    expect(await scene.app.visitor().call(endpoint, input)).toMatchObject({
      success: false,
      status: 401,
      code: 'SIGN_IN_REQUIRED',
    });
  },
);
