import { isTest, violationsIn } from './source-tree.mjs';

const pages = /^(web|contract)\/src\//;

/** What browsers keep from pages by plain http, and the files that know another way or say what is missing. */
const kept = new Map([
  ['crypto.randomUUID', []],
  ['crypto.subtle', ['web/src/features/governance/chain-verification.ts']],
  ['navigator.clipboard', ['web/src/platform/clipboard.ts']],
  ['navigator.geolocation', ['web/src/platform/location.ts']],
  [
    'navigator.locks',
    [
      'web/src/platform/stream-tabs.ts',
      'web/src/features/chat/conversations/outgoing.ts',
      'web/src/features/chat/conversations/words-beside-files.ts',
      'web/src/features/notifications/browser-notifications.ts',
    ],
  ],
  [
    'navigator.serviceWorker',
    [
      'web/src/platform/service-worker.ts',
      'web/src/platform/system-notifications.ts',
      'web/src/features/notifications/push.ts',
      'web/src/features/notifications/Notifications.tsx',
    ],
  ],
  ['navigator.share', ['web/src/ui/ShareButton.tsx']],
  ['navigator.mediaDevices', []],
  ['navigator.storage', []],
  ['navigator.wakeLock', []],
  ['navigator.credentials', []],
]);

/** In a home network or a demo a page often comes by plain http: the main jobs work there, too. */
export const securePages = {
  name: 'functions-of-secure-pages-have-another-way',
  /** @param {import('./source-tree.mjs').SourceTree} tree */
  check: (tree) =>
    violationsIn(
      tree,
      (path) => pages.test(path) && !isTest(path),
      (file, node) => {
        if (node.type !== 'MemberExpression') return undefined;
        const owner = node.object.name ?? node.object.property?.name;
        const name = `${owner}.${node.property.name ?? node.property.value}`;
        // Elsewhere chance is no business of anybody anyway.
        if (name === 'crypto.randomUUID' && !file.path.startsWith('web/src/platform/')) return undefined;
        const allowed = kept.get(name);
        if (!allowed || allowed.some((path) => path === file.path)) return undefined;
        return `uses ${name}, which browsers keep from pages by plain http: take it from the platform, or name another way there and this file in tools/architecture/secure-pages.mjs.`;
      },
    ),
};
