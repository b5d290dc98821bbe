import { policy } from '#app/policy/texts/en.ts';
import { shell } from '#app/shell/texts/en.ts';
import { welcome } from '#app/welcome/texts/en.ts';
import { identity } from '#features/identity/texts/en-first.ts';
import { live } from '#features/live/texts/en-first.ts';
import { ui } from '#ui/texts/en.ts';

/** What the page says before any screen has come; the rest of English follows in a file of its own. */
export const enFirst = { app: { ...shell, welcome, policy }, ui, identity, live } as const;
