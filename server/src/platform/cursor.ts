import { isStorableInstant } from '@dazi/contract/kernel/fields';
import { defaultPageSize } from '@dazi/contract/kernel/page-sizes';
import { AppError } from './app-error.ts';

export interface Frontier {
  createdAt: string;
  id: string;
}

export function cursorOf(frontier: Frontier): string {
  return Buffer.from(`${frontier.createdAt} ${frontier.id}`).toString('base64url');
}

/** Throws INVALID_INPUT for anything that is not a cursor of ours. */
export function frontierOf(cursor: string): Frontier {
  const [createdAt = '', id = ''] = Buffer.from(cursor, 'base64url').toString('utf8').split(' ');
  const instant = new Date(createdAt);
  if (!isStorableInstant(instant.getTime()) || !/^[A-Za-z0-9_-]{1,64}$/.test(id))
    throw new AppError('INVALID_INPUT');
  return { createdAt: instant.toISOString(), id };
}

export interface PageQuery {
  limit?: number | undefined;
  page?: number | undefined;
  cursor?: string | undefined;
}

/** `page` counts from 1; a cursor goes on from where the last page ended and makes `page` meaningless. */
export function pageOf({ limit = defaultPageSize, page = 1, cursor }: PageQuery) {
  return {
    limit,
    offset: cursor ? 0 : (page - 1) * limit,
    before: cursor ? frontierOf(cursor) : null,
    after: cursor ? frontierOf(cursor).id : null,
  };
}
