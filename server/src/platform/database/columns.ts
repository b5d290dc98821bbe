import { customType, timestamp } from 'drizzle-orm/pg-core';

/** Ids compare byte by byte on every server, whatever its language settings. */
export const id = customType<{ data: string }>({ dataType: () => 'text COLLATE "C"' });

/** Instants come from the application's clock in milliseconds. */
export const instant = (name: string) => timestamp(name, { withTimezone: true, precision: 3 });
