import { app } from '#platform/i18n/en/app.ts';
import { identity } from '#platform/i18n/en/identity.ts';
import { live } from '#platform/i18n/en/live.ts';
import { ui } from '#platform/i18n/en/ui.ts';

/** What the page says before any screen has come; the rest of English follows in a file of its own. */
export const enFirst = { app, ui, identity, live };
