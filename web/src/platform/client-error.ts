import type { reportClientError } from '@dazi/contract/kernel/client-errors';
import { clientErrorLimits, framesOf, withoutTexts } from '@dazi/contract/kernel/client-errors.rules';
import type { BodyOf } from '@dazi/contract/kernel/endpoint';
import type { getSettings } from '@dazi/contract/kernel/service';
import { call } from '#platform/api.ts';

export type ClientError = BodyOf<typeof reportClientError>;

declare global {
  interface Window {
    /** What was thrown outside of the components, by `public/early.js`. */
    daziErrors?: readonly unknown[];
  }
}

function partsOf(thrown: unknown) {
  // Anything can be thrown, also what has no text; the screen that tells of it must not fail by it.
  try {
    const { name, message, stack } = thrown instanceof Error ? thrown : new Error(String(thrown));
    return {
      message: withoutTexts(message ? `${name}: ${message}` : name),
      stack: framesOf(stack ?? '', clientErrorLimits.stack),
    };
  } catch {
    return { message: 'Error', stack: '' };
  }
}

/** The version of the product, and the file by which one build is told from another. */
function versionOfPage(): string {
  const scripts = [...document.querySelectorAll<HTMLScriptElement>('script[type="module"][src]')];
  const file = scripts.at(-1)?.src.split('/').at(-1);
  return [import.meta.env.DAZI_VERSION, file && `(${file})`].filter(Boolean).join(' ');
}

/** What made the page fail, without what people wrote. */
export function clientErrorOf(error: unknown, component: string): ClientError {
  return {
    ...partsOf(error),
    component: framesOf(component, clientErrorLimits.component),
    earlier: (window.daziErrors ?? []).filter((other) => other !== error).map(partsOf),
    version: versionOfPage().slice(0, clientErrorLimits.version),
    browser: navigator.userAgent.slice(0, clientErrorLimits.browser),
  };
}

/** The same to be read and handed on. */
export const clientErrorText = ({ earlier, component, ...rest }: ClientError): string =>
  [
    rest.message,
    rest.stack,
    component && `Components:\n${component}`,
    ...earlier.map(({ message, stack }) => `Before it: ${message}\n${stack}`),
    `Dazi ${rest.version}\n${rest.browser}`,
  ]
    .filter(Boolean)
    .join('\n\n');

/** Tells the server where its operator wants to know; answers whether it took it. */
export async function tellOperator(body: ClientError): Promise<boolean> {
  const settings = await call<typeof getSettings>('GET', '/api/settings');
  if (!settings.data.wantsClientErrors) return false;
  await call<typeof reportClientError>('POST', '/api/client-errors', { body });
  return true;
}
