import 'i18next';
import type { en } from './en.ts';

declare module 'i18next' {
  interface CustomTypeOptions {
    returnNull: false;
    interpolationPrefix: '{';
    interpolationSuffix: '}';
    resources: { translation: typeof en };
  }
}
