import { type Endpoint, failureSchema } from '@dazi/contract/kernel/endpoint';
import { type ErrorCode, endpoints, errorDefinitions } from '@dazi/contract/registry';
import * as z from 'zod/mini';
import { generalCodes, ownCodesOf } from './endpoint-errors.ts';

type Calls = Record<string, Record<string, { responses?: object }> | undefined>;

const failure = { $ref: '#/components/schemas/Failure' };
const inJson = (schema: object) => ({ 'application/json': { schema } });

function byStatus(codes: readonly ErrorCode[]): Map<number, ErrorCode[]> {
  const statuses = new Map<number, ErrorCode[]>();
  for (const code of codes) {
    const { status } = errorDefinitions[code];
    statuses.set(status, [...(statuses.get(status) ?? []), code]);
  }
  return statuses;
}

const responseWith = (codes: readonly ErrorCode[]) => ({
  description: codes.map((code) => `${code}: ${errorDefinitions[code].text}`).join('\n\n'),
  content: inJson({ allOf: [failure, { properties: { code: { enum: codes } } }] }),
});

const generalByStatus = byStatus(generalCodes);
const nameOfGeneral = (status: number) => `General${status}`;

/** A status with codes of the endpoint's own lists these and the general ones; the others are the same everywhere. */
function errorResponsesOf(endpoint: Endpoint): Record<string, object> {
  const general = [...generalByStatus.keys()].map((status) => [
    status,
    { $ref: `#/components/responses/${nameOfGeneral(status)}` },
  ]);
  const own = [...byStatus(ownCodesOf(endpoint))].map(([status, codes]) => [
    status,
    responseWith([...codes, ...(generalByStatus.get(status) ?? [])]),
  ]);
  return { ...Object.fromEntries(general), ...Object.fromEntries(own) };
}

export function withErrorResponses<Document extends { paths?: object; components?: object }>(
  document: Document,
): Document {
  const paths = { ...document.paths } as Calls;
  for (const endpoint of endpoints) {
    const method = endpoint.method.toLowerCase();
    const call = paths[endpoint.path]?.[method];
    if (!call) continue;
    const responses = {
      ...call.responses,
      ...errorResponsesOf(endpoint),
      default: { description: 'Any other failure', content: inJson(failure) },
    };
    paths[endpoint.path] = { ...paths[endpoint.path], [method]: { ...call, responses } };
  }
  const components = {
    ...document.components,
    schemas: { Failure: z.toJSONSchema(failureSchema) },
    responses: Object.fromEntries(
      [...generalByStatus].map(([status, codes]) => [nameOfGeneral(status), responseWith(codes)]),
    ),
  };
  return { ...document, paths, components };
}
