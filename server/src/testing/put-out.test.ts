import type { Endpoint } from '@dazi/contract/kernel/endpoint';
import { endpoints } from '@dazi/contract/registry';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { setStanding } from '#features/identity/identity.service.ts';
import { accountParts } from '#src/areas.ts';
import { makeSampleScene, makeSamples, type Sample, type SampleScene } from './bad-input-scene.ts';
import { requestOf } from './refused-requests.ts';
import { callRows } from './surfaces.ts';
import type { TestPerson } from './test-person.ts';
import { cookieHeader, rawRequest } from './test-request.ts';

/** Whoever was suspended, or whose account was closed, reaches what is named here and nothing else. */

const asThemselves = [
  'appeal',
  'exportAccount',
  'getRegistration',
  'getSession',
  'listDevices',
  'listOwnDecisions',
  'readDecision',
  'removeAccount',
  'restoreAccount',
  'signOut',
  'signOutDevices',
];

/** Public things, and what a page that shows them asks for at its start. */
const asVisitor = [
  'findPlaces',
  'getHealth',
  'getMedia',
  'getModerationCounts',
  'getMotion',
  'getPlan',
  'getPost',
  'getProfile',
  'getPushKey',
  'getRoom',
  'getSettings',
  'getThumbnail',
  'listBoardMembers',
  'listChainLinks',
  'listComments',
  'listConversations',
  'listMapCounts',
  'listMotions',
  'listPlans',
  'listPosts',
  'listReactions',
  'listResolutions',
  'listUsers',
  'listVotingRecords',
  'readCalendar',
  'reportClientError',
  'sync',
];

/** There is nothing at these addresses, as for everybody who is no administrator. */
const hidden = endpoints.filter(({ who }) => who === 'administrator').map(({ name }) => name);

const namesOf = (whileOut: Endpoint['whileOut']) =>
  endpoints.filter((endpoint) => endpoint.whileOut === whileOut).map(({ name }) => name);

test('what may be called is held by name', () => {
  expect(namesOf(true).sort()).toEqual(asThemselves);
  expect(namesOf('visitor').sort()).toEqual(asVisitor);
  // A visitor has nothing to change; what they tell of a failed page is for the log.
  const changing = endpoints.filter(({ whileOut, method }) => whileOut === 'visitor' && method !== 'GET');
  expect(changing.map(({ name }) => name)).toEqual(['reportClientError', 'sync']);
});

describe.each(['suspended', 'closed'] as const)('%s', (kind) => {
  const refused = `403 ACCOUNT_${kind.toUpperCase()}`;
  let scene: SampleScene;
  let samples: Record<string, Sample>;
  let visitor: TestPerson;
  beforeAll(async () => {
    scene = await makeSampleScene();
    samples = await makeSamples(scene, callRows);
    visitor = scene.app.visitor();
    await scene.app.deps.transact((inner) =>
      setStanding(inner, accountParts, scene.userId, { kind, until: null, decisionId: null }),
    );
  });
  afterAll(() => scene.close());

  const outcomeOf = async (as: TestPerson, endpoint: Endpoint, sample: Sample) => {
    const request = requestOf(endpoint, sample);
    const headers = { ...cookieHeader(as.cookies), ...request.headers };
    const { status, text } = await rawRequest(scene.app.url, { ...request, headers });
    if (status < 300) return { answer: `${status}`, text };
    return { answer: `${status} ${(JSON.parse(text) as { code: string }).code}`, text };
  };

  /** Who acts left out: naming oneself is not asking as a visitor. */
  const unnamed = ({ query = {}, ...sample }: Sample, { actor }: Endpoint): Sample => ({
    ...sample,
    query: Object.fromEntries(Object.entries(query).filter(([name]) => name !== actor)),
  });

  const others = endpoints.filter(({ whileOut }) => whileOut !== true);
  test.each(others.map((endpoint) => [endpoint.name, endpoint] as const))('%s', async (name, endpoint) => {
    const sample = samples[name]!;
    const { answer } = await outcomeOf(scene.ann, endpoint, sample);
    if (hidden.includes(name)) return expect(answer).toBe('404 NOT_FOUND');
    if (!asVisitor.includes(name)) return expect(answer).toBe(refused);
    const asked = unnamed(sample, endpoint);
    const seen = await outcomeOf(visitor, endpoint, asked);
    const own = await outcomeOf(scene.ann, endpoint, asked);
    // Whom the server would ask to sign in has signed in, and reads why that does not help.
    expect(own.answer).toBe(seen.answer.startsWith('401') ? refused : seen.answer);
    if (own.answer === '200') expect(own.text).toBe(seen.text);
    if (endpoint.actor && 'userId' in (sample.query ?? {})) expect(answer).toBe(refused);
  });

  test('what is not public among what visitors may ask for', async () => {
    const personal = [
      '/api/conversations',
      '/api/users?limit=5',
      '/api/messages?view=mine',
      '/api/messages?gender=F',
      `/api/conversations?userId=${scene.userId}`,
      `/api/conversations/events?userId=${scene.userId}`,
    ];
    for (const path of personal) {
      const answer = await scene.ann.fetch(path);
      expect(`${answer.status} ${((await answer.json()) as { code: string }).code}`, path).toBe(refused);
    }
  });

  // Deleting the account comes last: the others are still to be answered.
  const own = asThemselves.toSorted((a, b) => Number(a === 'removeAccount') - Number(b === 'removeAccount'));
  test.each(own)('%s, as themselves', async (name) => {
    const endpoint = endpoints.find((one) => one.name === name)!;
    const again = await scene.app.person('Ann', { profile: false });
    const { answer } = await outcomeOf(again, endpoint, samples[name]!);
    expect(answer).not.toMatch(/ACCOUNT_(SUSPENDED|CLOSED)|^401/);
  });
});
