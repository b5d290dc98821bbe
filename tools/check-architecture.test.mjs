// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the small trees are code in strings.
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { checkArchitecture } from './check-architecture.mjs';

/** @type {string[]} */
const madeDirectories = [];

afterEach(() => {
  for (const directory of madeDirectories.splice(0)) rmSync(directory, { recursive: true, force: true });
});

const foundation = {
  'contract/package.json': '{"name":"@dazi/contract","type":"module","exports":{"./*":"./src/*.ts"}}',
  'contract/src/areas.ts':
    "export const parts = ['identity', 'posts/posts', 'posts/comments', 'discovery', 'notifications', 'demo-town'] as const;",
  'contract/src/posts/posts.ts':
    "import * as z from 'zod/mini';\nimport { parts } from '../areas.ts';\nexport const post = z.object({});\nexport const all = parts;",
  'contract/src/posts/post-calls.ts':
    'const endpoint = (call: object) => call;\nexport const createPost = endpoint({});',
  // Brings the schemas with it, though it imports none itself.
  'contract/src/posts/comments.ts':
    "import { post } from './posts.ts';\nexport const commentLimits = [post];",
  'contract/src/posts/posts.rules.ts':
    "import type { post } from './posts.ts';\nexport const postLimits: (typeof post)[] = [];",
  'contract/src/posts/posts.area.ts': 'export const postsArea = 1;',
  'server/package.json':
    '{"name":"@dazi/server","type":"module","imports":{"#features/*":"./src/features/*","#platform/*":"./src/platform/*"}}',
  'server/src/app.ts': "import { areas } from './areas.ts';\nexport const app = [areas];",
  'server/src/areas.ts':
    "import { postsArea } from '#features/posts/posts.area.ts';\nexport const areas = [postsArea];",
  'server/src/features/posts/posts.area.ts':
    "import { postRoutes } from './posts/posts.routes.ts';\nexport const postsArea = [postRoutes];",
  'server/src/platform/clock.ts':
    'export const now = () => new Date();\nexport const home = process.env.HOME;',
  'server/src/platform/outbox.ts': "import { sql } from 'drizzle-orm';\nexport const read = sql`select 1`;",
  'server/src/features/identity/identity.service.ts': 'export const requireUser = () => 1;',
  'server/src/features/identity/identity.rules.ts': 'export const isAdult = () => true;',
  'server/src/features/posts/posts/posts.tables.ts':
    "import { pgTable } from 'drizzle-orm/pg-core';\nexport const posts = pgTable('posts', {});",
  'server/src/features/posts/posts/posts.store.ts':
    "import { sql } from 'drizzle-orm';\nimport { posts } from './posts.tables.ts';\nexport const add = (db: any) => db.insert(posts);\nexport const touch = sql`update posts set a = 1`;",
  'server/src/features/posts/posts/posts.service.ts':
    "import { requireUser } from '#features/identity/identity.service.ts';\nexport const createPost = () => requireUser();",
  'server/src/features/posts/posts/posts.routes.ts':
    "import type { post } from '@dazi/contract/posts/posts';\nexport const postRoutes = (value: typeof post) => new Date(String(value));",
  'server/src/features/posts/comments/comments.tables.ts':
    "import { posts } from '#features/posts/posts/posts.tables.ts';\nexport const x = () => posts;",
  'server/src/features/posts/comments/comments.service.ts': 'export const addComment = () => 1;',
  'server/src/features/discovery/discovery.store.ts':
    "import { posts } from '#features/posts/posts/posts.tables.ts';\nexport const list = (db: any) => db.select().from(posts);",
  'server/src/features/notifications/notifications.service.ts': 'export const notify = () => 1;',
  'server/src/features/posts/posts/posts.builder.ts':
    "import { add } from './posts.store.ts';\nexport const aPost = add;",
  'server/src/features/identity/identity.surface.ts':
    "import { aPost } from '#features/posts/posts/posts.builder.ts';\nimport { app } from '../../testing/test-app.ts';\nexport const identitySurface = [aPost, app, new Date()];",
  'server/src/testing/test-app.ts': 'export const app = 1;',
  'server/src/testing/surfaces.ts':
    "import { identitySurface } from '#features/identity/identity.surface.ts';\nexport const surfaces = [identitySurface];",
  'web/package.json':
    '{"name":"@dazi/web","type":"module","imports":{"#app/*":"./src/app/*","#features/*":"./src/features/*","#map/*":"./src/map/*","#ui/*":"./src/ui/*"}}',
  'web/src/ui/Button.tsx':
    "export const Button = (props: { label: string }) => <button aria-label={props.label} title='Dazi'>搭子 · {props.label}</button>;",
  'web/src/ui/Globe.tsx': "import { map } from '#map/WorldMap.tsx';\nexport const Globe = map;",
  'web/src/map/WorldMap.tsx':
    "import { Map } from 'maplibre-gl';\nexport const map = Map;\nexport const name = 'map';",
  'web/src/app/Home.tsx':
    "import { PostCard } from '#features/posts/posts/PostCard.tsx';\nexport const Home = () => <PostCard kind='short' />;",
  'web/src/app/texts/en.ts':
    "import { posts } from '#features/posts/posts/texts/en.ts';\nexport const en = { posts };",
  'web/src/app/texts/text-source.ts':
    "import { en } from './en.ts';\nexport const textSource = { enFirst: en };",
  'web/src/app/main.tsx':
    "import { textSource } from './texts/text-source.ts';\nexport const main = textSource;",
  'web/src/features/posts/posts/texts/en.ts': "export const posts = { title: 'Posts' };",
  'web/src/features/posts/texts/ja.ts': "export const errors = { POST_EMPTY: '本文がありません' };",
  'web/src/features/identity/texts/en-first.ts': "export const identity = { signIn: 'Sign in' };",
  // As long as a function may be; a test may be longer.
  'web/src/app/LongPage.tsx': `export function LongPage() {${'\n'.repeat(119)}}`,
  'web/src/app/long-page.test.tsx': `export function look() {${'\n'.repeat(200)}}`,
  'web/src/features/posts/posts/posts.api.ts':
    "import type { post } from '@dazi/contract/posts/posts';\nimport { postLimits } from '@dazi/contract/posts/posts.rules';\nexport const usePosts = (call: any): typeof post => call(postLimits);",
  'web/src/features/posts/posts/PostCard.tsx':
    "import { Button } from '#ui/Button.tsx';\nexport const PostCard = (props: { kind: string }) => <Button label={props.kind} />;",
  'web/src/ui/card.css': '.card.wide {}',
  'web/src/features/posts/posts/posts.css': '.posts-list > .card,\n[data-x=".gone"] .posts-list-long {}',
  'web/src/features/posts/posts/CardList.tsx':
    "export const CardList = (props: { isLong: boolean; look: string }) => <ul className={`posts-list posts-list-${props.look}`}><li className={props.isLong ? 'card wide' : 'card'} /></ul>;",
  'web/src/features/posts/comments/comments.api.ts':
    "import { usePosts } from '#features/posts/posts/posts.api.ts';\nexport const useComments = () => usePosts();",
};

/**
 * One violation of each rule: the rule, where it must be seen, and the file that makes it.
 * @type {[rule: string, place: string, content: string][]}
 */
const violations = [
  ['imports-are-found', 'server/src/main.ts:1', "import '#features/posts/posts/nowhere.ts';"],
  [
    'contract-imports-only-zod-mini',
    'contract/src/posts/comments.ts:2',
    "\nimport { z } from 'zod';\nexport const x = z;",
  ],
  [
    'contract-imports-only-zod-mini',
    'contract/src/map.ts:1',
    "import { now } from '../../server/src/platform/clock.ts';\nexport const x = now;",
  ],
  [
    'contract-kernel-knows-no-area',
    'contract/src/kernel/fields.ts:1',
    "import { post } from '../posts/posts.ts';\nexport const x = post;",
  ],
  [
    'contract-areas-stand-in-one-list',
    'contract/src/posts/post-list.ts:1',
    "import { postsArea } from './posts.area.ts';\nexport const x = postsArea;",
  ],
  [
    'contract-areas-look-up',
    'contract/src/identity/identity.ts:1',
    "import { post } from '../posts/posts.ts';\nexport const x = post;",
  ],
  [
    'folders-without-circles',
    'web/src/map/Frame.tsx:1',
    "import { Button } from '#ui/Button.tsx';\nexport const x = Button;",
  ],
  [
    'files-without-circles',
    'web/src/app/texts/en.ts:2',
    "import { posts } from '#features/posts/posts/texts/en.ts';\nimport type { textSource } from './text-source.ts';\nexport const en = { posts };\nexport type X = typeof textSource;",
  ],
  [
    'web-and-server-stay-apart',
    'web/src/app/Clock.tsx:1',
    "import type { now } from '../../../server/src/platform/clock.ts';\nexport type X = typeof now;",
  ],
  [
    'web-and-server-stay-apart',
    'server/src/main.ts:1',
    "import { usePosts } from '../../web/src/features/posts/posts/posts.api.ts';\nexport const x = usePosts;",
  ],
  [
    'server-platform-knows-no-feature',
    'server/src/platform/log.ts:1',
    "import { createPost } from '#features/posts/posts/posts.service.ts';\nexport const x = createPost;",
  ],
  [
    'server-house-names-no-feature',
    'server/src/app.ts:1',
    "import { postRoutes } from '#features/posts/posts/posts.routes.ts';\nexport const app = [postRoutes];",
  ],
  [
    'server-areas-stand-in-one-list',
    'server/src/other.ts:1',
    "import { postsArea } from '#features/posts/posts.area.ts';\nexport const x = postsArea;",
  ],
  [
    'server-surfaces-stand-in-one-list',
    'server/src/testing/test-scene.ts:1',
    "import { identitySurface } from '#features/identity/identity.surface.ts';\nexport const x = identitySurface;",
  ],
  [
    'server-surfaces-use-only-builders',
    'server/src/features/discovery/discovery.surface.ts:1',
    "import { createPost } from '#features/posts/posts/posts.service.ts';\nexport const x = createPost;",
  ],
  [
    'server-product-knows-no-tests',
    'server/src/main.ts:1',
    "import { app } from './testing/test-app.ts';\nexport const x = app;",
  ],
  [
    'server-areas-look-up',
    'server/src/features/posts/posts.area.ts:1',
    "import { notify } from '#features/notifications/notifications.service.ts';\nexport const postsArea = notify;",
  ],
  [
    'server-part-uses-only-public-files',
    'server/src/features/posts/comments/comments.rules.ts:1',
    "import { isAdult } from '#features/identity/identity.rules.ts';\nexport const x = isAdult;",
  ],
  [
    'imports-are-statements',
    'server/src/features/posts/comments/comments.rules.ts:1',
    "export type X = import('#features/identity/identity.rules.ts').X;",
  ],
  [
    'server-part-uses-only-public-files',
    'server/src/features/posts/comments/comments.rules.ts:1',
    "export { isAdult } from '#features/identity/identity.rules.ts';",
  ],
  [
    'server-part-uses-only-public-files',
    'server/src/features/posts/comments/comments.service.ts:1',
    "import type { posts } from '#features/posts/posts/posts.tables.ts';\nexport type X = typeof posts;",
  ],
  [
    'server-stores-join-only-tables',
    'server/src/features/posts/comments/comments.store.ts:1',
    "import { add } from '#features/posts/posts/posts.store.ts';\nexport const x = add;",
  ],
  [
    'server-tables-refer-only-to-tables',
    'server/src/features/posts/comments/comments.tables.ts:1',
    "import { createPost } from '#features/posts/posts/posts.service.ts';\nexport const x = createPost;",
  ],
  [
    'server-parts-look-up',
    'server/src/features/identity/identity.tables.ts:1',
    "import { posts } from '#features/posts/posts/posts.tables.ts';\nexport const x = posts;",
  ],
  [
    'server-readers-use-only-services-and-tables',
    'server/src/features/discovery/discovery.service.ts:1',
    "import { add } from '#features/posts/posts/posts.store.ts';\nexport const x = add;",
  ],
  [
    'server-tests-use-only-services-and-builders',
    'server/src/features/posts/comments/comments.test.ts:1',
    "import { add } from '#features/posts/posts/posts.store.ts';\nexport const x = add;",
  ],
  [
    'server-parts-look-up',
    'server/src/features/identity/identity.events.ts:2',
    "// why\nimport { createPost } from '#features/posts/posts/posts.service.ts';\nexport const x = createPost;",
  ],
  [
    'server-parts-look-up',
    'server/src/features/discovery/discovery.service.ts:1',
    "import { notify } from '#features/notifications/notifications.service.ts';\nexport const x = notify;",
  ],
  [
    'web-ground-knows-no-feature',
    'web/src/ui/Card.tsx:1',
    "import { PostCard } from '#features/posts/posts/PostCard.tsx';\nexport const x = PostCard;",
  ],
  [
    'web-features-know-no-app',
    'web/src/features/posts/posts/home.ts:1',
    "import { Home } from '#app/Home.tsx';\nexport const x = Home;",
  ],
  [
    'web-parts-stay-apart',
    'web/src/features/posts/comments/CommentList.tsx:1',
    "import { PostCard } from '#features/posts/posts/PostCard.tsx';\nexport const x = PostCard;",
  ],
  [
    'web-parts-stay-apart',
    'web/src/features/posts/posts/posts.live.ts:1',
    "import { useComments } from '#features/posts/comments/comments.api.ts';\nexport const x = useComments;",
  ],
  [
    'web-texts-are-put-together-in-one-place',
    'web/src/features/posts/posts/PostList.tsx:1',
    "import { posts } from './texts/en.ts';\nexport const x = posts;",
  ],
  [
    'web-texts-are-put-together-in-one-place',
    'web/src/app/Page.tsx:1',
    "import { en } from './texts/en.ts';\nexport const x = en;",
  ],
  ['map-libraries-stay-in-the-map', 'web/src/app/Page.tsx:1', "import 'maplibre-gl/dist/maplibre-gl.css';"],
  [
    'map-libraries-stay-in-the-map',
    'web/src/app/Page.tsx:1',
    "export const load = () => import('supercluster');",
  ],
  ['files-of-the-page-are-found', 'web/index.html:1', '<link rel="stylesheet" href="/src/app/app.css" />'],
  [
    'classes-belong-to-one-sheet',
    'web/src/features/posts/posts/posts.css:2',
    '.posts-list > .card {}\n.posts-list-long, .posts-gone {}',
  ],
  [
    'classes-belong-to-one-sheet',
    'web/src/app/Page.tsx:1',
    "export const Page = ({ isOpen }: any) => <p className={classNames('card', isOpen && 'open')} />;",
  ],
  [
    'classes-belong-to-one-sheet',
    'web/src/app/Page.tsx:1',
    'export const Page = ({ look }: any) => <p className={`card page-${look}`} />;',
  ],
  ['classes-belong-to-one-sheet', 'web/src/map/posts.css:1', '.posts-list {}'],
  ['classes-belong-to-one-sheet', 'web/src/map/map.css:1', '.map {}'],
  ['classes-belong-to-one-sheet', 'web/src/features/posts/comments/comments.css:1', '.posts-list {}'],
  ['classes-belong-to-one-sheet', 'web/src/features/posts/comments/comments.css:1', '.short {}'],
  ['classes-belong-to-one-sheet', 'web/src/features/posts/comments/comments.css:1', 'p > .card {}'],
  ['classes-belong-to-one-sheet', 'web/src/features/posts/comments/looks.css:1', ''],
  [
    'endpoints-under-one-name',
    'server/src/features/identity/identity.rules.ts:1',
    "import { createPost } from '@dazi/contract/posts/post-calls';\nexport const isAdult = () => createPost;",
  ],
  [
    'endpoints-under-one-name',
    'web/src/features/identity/identity.api.ts:2',
    "import type { createPost } from '@dazi/contract/posts/post-calls';\nexport const x = (call: any) => call<typeof createPost>('POST', '/');",
  ],
  [
    'endpoints-under-one-name',
    'web/src/features/identity/identity.api.ts:2',
    "import type { createPost } from '@dazi/contract/posts/post-calls';\nexport const path: (typeof createPost)['path'] = '/';",
  ],
  [
    'schemas-out-of-the-browser',
    'web/src/features/posts/posts/posts.api.ts:1',
    "import { post } from '@dazi/contract/posts/posts';\nexport const usePosts = () => [post];",
  ],
  [
    'schemas-out-of-the-browser',
    'web/src/ui/kinds.ts:1',
    "export { commentLimits } from '@dazi/contract/posts/comments';",
  ],
  [
    'sql-only-in-stores',
    'server/src/features/posts/posts/posts.events.ts:1',
    'export const x = (db: any) => db.select().from(1);',
  ],
  [
    'sql-only-in-stores',
    'server/src/features/posts/posts/posts.events.ts:1',
    'export const x = (deps: any) => deps.db.execute(1);',
  ],
  [
    'sql-only-in-stores',
    'server/src/features/posts/posts/posts.events.ts:1',
    "import { sql } from 'drizzle-orm';\nexport const x = 1;",
  ],
  [
    'sql-only-in-stores',
    'server/src/features/posts/posts/posts.events.ts:2',
    '\nexport const x = (sql: any) => sql`select 1`;',
  ],
  [
    'tables-written-by-their-owner',
    'server/src/features/discovery/views.store.ts:2',
    "import { posts as p } from '#features/posts/posts/posts.tables.ts';\nexport const x = (db: any) => db.delete(p);",
  ],
  [
    'tables-written-by-their-owner',
    'server/src/features/posts/comments/comments.store.ts:1',
    'export const x = (sql: any) => sql`with a as (select 1) insert into posts values (1)`;',
  ],
  [
    'tables-written-by-their-owner',
    'server/src/features/posts/comments/comments.store.ts:1',
    'export const x = (sql: any, posts: any) => sql`UPDATE ${posts} SET a = 1`;',
  ],
  ['clock-chance-and-settings-in-the-platform', 'server/src/app.ts:1', 'export const x = Date.now();'],
  ['clock-chance-and-settings-in-the-platform', 'server/src/app.ts:1', 'export const x = new Date();'],
  [
    'clock-chance-and-settings-in-the-platform',
    'web/src/app/Page.tsx:1',
    'export const x = globalThis.crypto.randomUUID();',
  ],
  ['clock-chance-and-settings-in-the-platform', 'web/src/app/Page.tsx:1', 'export const x = Math.random();'],
  ['clock-chance-and-settings-in-the-platform', 'server/src/main.ts:1', 'export const x = process.env.PORT;'],
  [
    'clock-chance-and-settings-in-the-platform',
    'server/src/main.ts:1',
    "import { randomBytes } from 'node:crypto';\nexport const x = randomBytes;",
  ],
  [
    'functions-of-secure-pages-have-another-way',
    'web/src/app/Page.tsx:1',
    "export const x = () => navigator.clipboard.writeText('x');",
  ],
  [
    'functions-of-secure-pages-have-another-way',
    'web/src/platform/chance.ts:1',
    'export const x = crypto.randomUUID?.();',
  ],
  [
    'functions-of-secure-pages-have-another-way',
    'contract/src/chain.ts:1',
    "export const x = globalThis.crypto?.subtle.digest('SHA-256', y);",
  ],
  ['file-suffixes-from-the-vocabulary', 'server/src/features/posts/posts/posts.ts:1', ''],
  ['file-suffixes-from-the-vocabulary', 'server/src/features/posts/posts/posts.manager.ts:1', ''],
  [
    'file-suffixes-from-the-vocabulary',
    'server/src/features/pins:1',
    'server/src/features/pins/pins.store.ts',
  ],
  ['file-suffixes-from-the-vocabulary', 'web/src/features/posts/posts/postCard.tsx:1', ''],
  ['file-suffixes-from-the-vocabulary', 'web/src/features/posts/posts/texts/de.ts:1', ''],
  ['file-suffixes-from-the-vocabulary', 'web/src/ui/texts/Button.tsx:1', ''],
  [
    'file-suffixes-from-the-vocabulary',
    'server/src/features/posts/texts:1',
    'server/src/features/posts/texts/posts.data.ts',
  ],
  ['file-suffixes-from-the-vocabulary', 'contract/src/posts.schema.ts:1', ''],
  ['names-that-say-something', 'web/src/platform/text-utils.ts:1', ''],
  ['names-that-say-something', 'server/src/shared:1', 'server/src/shared/clock.ts'],
  ['names-that-say-something', 'e2e/helpers.ts:1', ''],
  ['names-that-say-something', 'web/src/ui/index.ts:1', ''],
  ['no-default-exports', 'web/src/app/Page.tsx:2', '\nexport default 1;'],
  ['functions-stay-short', 'web/src/app/Page.tsx:2', `\nexport function Page() {${'\n'.repeat(120)}}`],
  [
    'functions-stay-short',
    'web/src/app/use-page.ts:1',
    `export const usePage = () => {${'\n'.repeat(120)}};`,
  ],
  [
    'functions-stay-short',
    'server/src/platform/clock.ts:1',
    `export const now = () => {${'\n'.repeat(120)}};`,
  ],
  ['modules-of-pages-do-not-wait', 'web/src/app/Page.tsx:2', '\nawait fetch("/");'],
  [
    'modules-of-pages-do-not-wait',
    'contract/src/chain.ts:2',
    'export const x = [];\nfor await (const one of x) console.log(one);',
  ],
  [
    'module-mocks-in-files-of-their-own',
    'web/src/features/posts/posts/post-list.test.ts:1',
    "vi.mock('./post-order.ts', () => ({}));",
  ],
  ['no-default-exports', 'web/src/app/Page.tsx:1', 'const x = 1; export { x as default };'],
  ['texts-come-from-the-translations', 'web/src/app/Page.tsx:1', 'export const Page = () => <p>Hello</p>;'],
  [
    'texts-come-from-the-translations',
    'web/src/app/Page.tsx:1',
    "export const Page = () => <img alt='写真' />;",
  ],
  [
    'texts-come-from-the-translations',
    'web/src/app/Page.tsx:1',
    'export const Page = ({ n }: any) => <p title={`${n} posts`} />;',
  ],
  [
    'texts-come-from-the-translations',
    'web/src/app/Page.tsx:1',
    "export const Page = ({ n }: any) => <>{n > 1 ? 'many' : n}</>;",
  ],
];

test('a tree that keeps the rules has no violation', async () => {
  const rules = await checkArchitecture(treeOf(foundation));
  expect(rules.filter((rule) => rule.violations.length > 0)).toEqual([]);
});

test.each(violations)('%s is seen at %s', async (rule, place, content) => {
  const named = place.slice(0, place.lastIndexOf(':'));
  // For a folder the third column names a file inside.
  const isFolder = !named.includes('.');
  const root = treeOf({ ...foundation, [isFolder ? content : named]: isFolder ? '' : content });
  const rules = await checkArchitecture(root);
  const found = rules.filter(({ violations }) => violations.length > 0);
  expect(found.map(({ name }) => name)).toEqual([rule]);
  expect(found[0]?.violations.map(({ file, line }) => `${file}:${line}`)).toEqual([place]);
  expect(found[0]?.violations[0]?.message).toMatch(/^\w.{40,}\.$/s);
});

test('every rule is proven able to fail', async () => {
  const rules = await checkArchitecture(treeOf(foundation));
  expect(rules.map(({ name }) => name).sort()).toEqual([...new Set(violations.map(([rule]) => rule))].sort());
});

/** @param {Record<string, string>} files */
function treeOf(files) {
  const root = mkdtempSync(join(realpathSync(tmpdir()), 'dazi-architecture-'));
  madeDirectories.push(root);
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(join(root, dirname(path)), { recursive: true });
    writeFileSync(join(root, path), content);
  }
  mkdirSync(join(root, 'node_modules', '@dazi'), { recursive: true });
  symlinkSync(join(root, 'contract'), join(root, 'node_modules', '@dazi', 'contract'), 'junction');
  return root;
}
