import { type ComponentType, lazy } from 'react';
import { allTextsReady } from '#platform/i18n/i18n.ts';

/** A screen or dialog whose code comes when it is first shown, and with it the texts it speaks in. */
export function lazyPart<Name extends string, Props extends object>(
  name: Name,
  load: () => Promise<Record<Name, ComponentType<Props>>>,
) {
  return lazy(async () => {
    const [module] = await Promise.all([load(), allTextsReady]);
    return { default: module[name] };
  });
}
