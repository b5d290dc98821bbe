import { generalErrors } from '@dazi/contract/kernel/errors';
import { addBookmark } from '@dazi/contract/posts/bookmarks';
import { type ErrorCode, endpoints, errorDefinitions } from '@dazi/contract/registry';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';

interface Response {
  $ref?: string;
  description: string;
  content: {
    'application/json': { schema: { allOf: [object, { properties: { code: { enum: string[] } } }] } };
  };
}
interface Document {
  paths: Record<string, Record<string, { responses: Record<string, Response> }>>;
  components: { responses: Record<string, Response>; schemas: Record<string, { properties: object }> };
}

let app: TestApp;
let document: Document;
beforeAll(async () => {
  app = await startTestApp();
  document = (await (await app.visitor().fetch('/api/openapi.json')).json()) as Document;
});
afterAll(() => app.close());

const responsesOf = ({ method, path }: { method: string; path: string }) =>
  document.paths[path]![method.toLowerCase()]!.responses;

function codesOf(response: Response): string[] {
  const name = response.$ref?.split('/').at(-1);
  const { content } = name ? document.components.responses[name]! : response;
  return content['application/json'].schema.allOf[1].properties.code.enum;
}

const isDescribed = ({ who }: { who: string }) => who !== 'administrator';

test('made beside the server, it says what the server itself would', () => {
  expect(document).toEqual(JSON.parse(JSON.stringify(app.server.swagger())));
});

test('nothing is said of what is there for administrators alone', () => {
  const hidden = endpoints.filter((endpoint) => !isDescribed(endpoint));
  expect(hidden.length).toBeGreaterThan(0);
  for (const { path } of hidden) expect(document.paths[path], path).toBeUndefined();
});

test.each(endpoints.filter(isDescribed).map((endpoint) => [endpoint.name, endpoint] as const))(
  '%s is described with each code under its status, its own and the general ones',
  (_name, endpoint) => {
    const { signInError, tooLargeError, errors, who, whileOut } = endpoint;
    const out = who !== 'returning' && whileOut !== true ? ['ACCOUNT_SUSPENDED', 'ACCOUNT_CLOSED'] : [];
    const own = [...errors, ...out, signInError, tooLargeError];
    const expected = new Set([...own, ...Object.keys(generalErrors)]);
    expected.delete(undefined);
    const said = Object.entries(responsesOf(endpoint)).flatMap(([status, response]) =>
      status === '200' || status === 'default' ? [] : codesOf(response).map((code) => [status, code]),
    );
    expect(said.map(([, code]) => code).sort()).toEqual([...expected].sort());
    for (const [status, code] of said) {
      expect(String(errorDefinitions[code as ErrorCode].status), code).toBe(status);
    }
  },
);

test('a status says its codes with their texts, and every failure has one shape', () => {
  const responses = responsesOf(addBookmark);
  expect(codesOf(responses[401]!)).toEqual(['BOOKMARK_SIGN_IN_REQUIRED', 'SIGN_IN_REQUIRED']);
  expect(responses[400]!.description).toContain('OWN_POST_BOOKMARK: You cannot bookmark your own message');
  expect(responses[429]).toEqual({ $ref: '#/components/responses/General429' });
  const shape = Object.keys(document.components.schemas.Failure!.properties);
  expect(shape).toEqual(['success', 'error', 'code', 'fields']);
  expect(responses.default!.content['application/json'].schema).toEqual({
    $ref: '#/components/schemas/Failure',
  });
});
