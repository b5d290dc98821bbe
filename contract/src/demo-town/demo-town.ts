import * as z from 'zod/mini';
import { endpoint } from '../kernel/endpoint.ts';
import { defineErrors } from '../kernel/errors.ts';

export const demoTownErrors = defineErrors({
  DEMO_TOWN_CLOSED: { status: 403, text: 'The demo town can only be loaded in demo mode' },
  DEMO_TOWN_LOADED: { status: 409, text: 'There are posts already; the demo town needs an empty server' },
});

export const loadDemoTown = endpoint({
  name: 'loadDemoTown',
  method: 'POST',
  path: '/api/demo-town',
  summary: 'Fills a demo server with a named cast, their posts, plans, rooms and board',
  who: 'anyone',
  data: z.object({
    people: z.int(),
    posts: z.int(),
    comments: z.int(),
    reactions: z.int(),
    pictures: z.int(),
    rooms: z.int(),
    messages: z.int(),
    plans: z.int(),
    transfers: z.int(),
    boardVotes: z.int(),
    motions: z.int(),
  }),
  errors: ['DEMO_TOWN_CLOSED', 'DEMO_TOWN_LOADED'],
});
