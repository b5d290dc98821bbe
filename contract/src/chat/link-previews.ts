import * as z from 'zod/mini';
import { endpoint } from '../kernel/endpoint.ts';

export const linkPreviewLimits = {
  url: 2000,
  title: 200,
  description: 300,
  siteName: 80,
} as const;

/** Words of public web pages only: a picture would tell its host who reads. Null for everything else. */
export const getLinkPreview = endpoint({
  name: 'getLinkPreview',
  method: 'GET',
  path: '/api/link-preview',
  summary: 'Title and description of a public web page that a message links to',
  who: 'signed-in',
  budget: 'search',
  query: z.object({ url: z.string().check(z.minLength(1), z.maxLength(linkPreviewLimits.url)) }),
  data: z.nullable(
    z.object({
      url: z.string(),
      title: z.string(),
      description: z.nullable(z.string()),
      siteName: z.string(),
    }),
  ),
});
