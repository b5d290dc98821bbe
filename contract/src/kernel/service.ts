import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';

/** Calls about the running service itself, not about a feature. */
export const getHealth = endpoint({
  name: 'getHealth',
  method: 'GET',
  path: '/api/health',
  summary: 'Whether the service and its database answer',
  who: 'anyone',
  whileOut: 'visitor',
  budget: 'none',
  data: z.object({
    status: z.literal('ok'),
    database: z.enum(['embedded', 'postgresql']),
    version: z.string(),
  }),
  top: { status: z.literal('ok') },
});

export const getSettings = endpoint({
  name: 'getSettings',
  method: 'GET',
  path: '/api/settings',
  summary: 'What the web needs to know of this installation',
  who: 'anyone',
  whileOut: 'visitor',
  data: z.object({
    /** No sign-in client id is configured: the embedded identity provider signs people in. */
    demoMode: z.boolean(),
    /** How the identity provider is called in texts. */
    providerName: z.string(),
    /** The demo town can be loaded: demo mode and nothing posted yet. */
    demoTownOffered: z.boolean(),
    /** Stands in the place of `/api/uploads` in the address that files are sent to. */
    uploadPath: z.string(),
    /** The operator wants to hear of errors that made a page fail. */
    wantsClientErrors: z.boolean(),
    map: z.object({
      /** With a key the map is Google's. */
      googleKey: z.nullable(z.string()),
      /** The operator named a style; its address here is `/streets/style`. */
      hasStyle: z.boolean(),
      /** Street extracts, those that go equally deep together; tiles at `/streets/extracts/{maxZoom}`. */
      extracts: z.array(
        z.object({
          minZoom: z.number(),
          maxZoom: z.number(),
          /** West, south, east and north of each. */
          areas: z.array(z.tuple([z.number(), z.number(), z.number(), z.number()])),
        }),
      ),
    }),
    operator: z.object({
      name: z.nullable(z.string()),
      contact: z.nullable(z.string()),
      dataLocation: z.string(),
    }),
  }),
});
