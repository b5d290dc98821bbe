import type { TextSource } from '#platform/i18n/i18n.ts';
import { enFirst } from './en-first.ts';

/** The texts of the whole page, which its areas keep beside their screens. */
export const textSource: TextSource = {
  enFirst,
  load: {
    en: async () => (await import('./en.ts')).en,
    ja: async () => (await import('./ja.ts')).ja,
    zh: async () => (await import('./zh.ts')).zh,
  },
};
