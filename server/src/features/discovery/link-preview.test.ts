import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { removeRoom } from '@dazi/contract/chat/rooms';
import { planWhen } from '@dazi/contract/plans/plan-when';
import { callOffPlan } from '@dazi/contract/plans/plans';
import type { PlanLanguage } from '@dazi/contract/plans/plans.rules';
import { type Post, removePost } from '@dazi/contract/posts/posts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { aRoom } from '#features/chat/rooms/rooms.builder.ts';
import { foldMedia } from '#features/media/media.service.ts';
import { furtherPlan, hour_ms, joined, localIn, planner } from '#features/plans/plans.builder.ts';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';
import { block } from '../../testing/test-block.ts';
import { haight, type TestPerson } from '../../testing/test-person.ts';
import { picture } from '../../testing/test-pictures.ts';

const plain = '<html><head><style nonce="__CSP_NONCE__"></style></head><body></body></html>';

let app: TestApp;
let webDirectory: string;
let ann: TestPerson;
beforeAll(async () => {
  webDirectory = mkdtempSync(join(tmpdir(), 'dazi-web-'));
  writeFileSync(join(webDirectory, 'index.html'), plain);
  app = await startTestApp({}, {}, undefined, { webDirectory });
  ann = await app.person('Ann <b>"Tea"</b>');
});
afterAll(async () => {
  await app.close();
  rmSync(webDirectory, { recursive: true, force: true });
});

async function pageOf(path: string, person: TestPerson = app.visitor()) {
  const answer = await person.fetch(path);
  expect(answer.status).toBe(200);
  expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8');
  const nonce = /'nonce-([^']+)'/.exec(answer.headers.get('content-security-policy') ?? '')?.[1];
  const html = await answer.text();
  expect(html).toContain(`<style nonce="${nonce}">`);
  return { html, isPlain: html === plain.replace('__CSP_NONCE__', nonce!) };
}

function tagsOf(html: string): Record<string, string> {
  const tags = [...html.matchAll(/<meta (?:property|name)="([^"]+)" content="([^"]*)" \/>/g)];
  const read = (text: string) => text.replace(/&#(\d+);/g, (_all, code) => String.fromCharCode(Number(code)));
  return Object.fromEntries(tags.map(([, name, content]) => [name!, read(content!)]));
}

describe('the preview of a link', () => {
  test('to a post tells who wrote what, with its picture, and nothing of where', async () => {
    const post = await ann.post({ content: 'Tea  in the\npark?', imageUrls: [await picture()] });
    const { html } = await pageOf(`/post/${post.id}`);
    const image = `${app.url}${post.media[0]!.thumbnailUrl}`;
    const description = ['Tea in the park?', post.location.address].filter(Boolean).join(' — ');
    expect(tagsOf(html)).toEqual({
      'og:site_name': 'Dazi 搭子',
      'og:type': 'article',
      'og:title': 'Ann <b>"Tea"</b> · Dazi 搭子',
      'og:description': description,
      'og:url': `${app.url}/post/${post.id}`,
      'og:image': image,
      'twitter:card': 'summary_large_image',
      'twitter:title': 'Ann <b>"Tea"</b> · Dazi 搭子',
      'twitter:description': description,
      'twitter:image': image,
    });
    expect((await app.visitor().fetch(post.media[0]!.thumbnailUrl)).status).toBe(200);
    for (const position of [post.location.latitude, post.location.longitude]) {
      expect(html).not.toContain(String(position).slice(0, 5));
    }
  });

  test('to a post without pictures, and to the product, shows the picture of the product', async () => {
    const post = await ann.post({ content: 'x'.repeat(300) });
    for (const path of [`/post/${post.id}`, '/']) {
      const tags = tagsOf((await pageOf(path)).html);
      expect(tags['og:image']).toBe(`${app.url}/icon-512.png`);
      expect(tags['twitter:card']).toBe('summary');
      expect(tags['og:description']!.length).toBeLessThan(280);
    }
  });

  test('to a post whose first picture is being checked shows the next', async () => {
    const { id, media } = await ann.post({ imageUrls: [await picture(), await picture()] });
    const [first, second] = media;
    const imageOf = async () => tagsOf((await pageOf(`/post/${id}`)).html)['og:image'];
    await app.deps.transact((inner) => foldMedia(inner, [first!.id]));
    expect(await imageOf()).toBe(`${app.url}${second!.thumbnailUrl}`);
    await app.deps.transact((inner) => foldMedia(inner, [second!.id]));
    expect(await imageOf()).toBe(`${app.url}/icon-512.png`);
  });

  test.each([
    '"><script>alert(1)</script>',
    "' onload='alert(1)",
    '</head><body>',
    '__CSP_NONCE__ $& $1 $`',
    '&#34;&quot;&lt;',
  ])('of a post that says %s is text', async (content) => {
    const post = await ann.post({ content });
    const { html } = await pageOf(`/post/${post.id}`);
    expect(tagsOf(html)['og:description']!.startsWith(content)).toBe(true);
    expect(html.match(/<(script|body|head|style)/g)).toEqual(['<head', '<style', '<body']);
    expect(html.split('</head>')).toHaveLength(2);
  });

  test('is not there for what visitors do not see, nor for who has cookies of ours', async () => {
    const removed = await ann.post({ content: 'Removed' });
    await ann.get(removePost, { params: { messageId: removed.id }, body: {} });
    const expiring = await ann.post({
      content: 'Expired',
      expiresAt: new Date(app.clock.read().getTime() + 60_000).toISOString(),
    });
    const there: Post = await ann.post({ content: 'Here' });
    app.clock.advance(61_000);
    for (const path of [removed.id, expiring.id, 'nothing', '%3Cscript%3E', 'x'.repeat(300)]) {
      expect((await pageOf(`/post/${path}`)).isPlain, path).toBe(true);
    }
    const blocked = await app.person('Blocked');
    await block(app.deps, ann, blocked);
    expect((await pageOf(`/post/${there.id}`, blocked)).isPlain).toBe(true);
    expect((await pageOf(`/post/${there.id}`)).isPlain).toBe(false);
    expect((await pageOf('/map')).isPlain).toBe(true);
  });

  test('to a room says its name and what it is about, as far as visitors see it', async () => {
    const room = await aRoom(ann, { name: 'Chess <b>', description: 'Any\nlevel' });
    const tags = tagsOf((await pageOf(`/chat-rooms/${room.id}`)).html);
    expect(tags['og:title']).toBe('Chess <b> · Dazi 搭子');
    expect(tags['og:description']).toMatch(/^Any level/);
    await ann.get(removeRoom, { body: { chatRoomId: room.id } });
    expect((await pageOf(`/chat-rooms/${room.id}`)).isPlain).toBe(true);
  });

  test('to a plan says what, when, in which town and how many places are left, in its language (PLAN-028)', async () => {
    const host = await planner(app, 'Zoe Host');
    const spot = { ...haight, name: 'Secret steps' };
    const body = { spot, title: 'Doubles at Oak 7', note: 'East gate', seats: 4, least: 2 };
    const local = localIn(app, 26 * hour_ms);
    const when = (language: 'en' | 'ja' | 'zh') => planWhen(language, { local, part: null });
    const shown = async (languages: PlanLanguage[], guests = 0) => {
      const planId = await furtherPlan(app, host, { ...body, local, languages });
      for (let guest = 0; guest < guests; guest++)
        await joined({ id: planId }, await planner(app, `Guest ${planId} ${guest}`));
      const { html } = await pageOf(`/plan/${planId}`);
      for (const secret of [spot.name, 'Oak 7', 'East gate', 'Zoe', 'Guest', '37.7', '-122'])
        expect(html, secret).not.toContain(secret);
      const tags = tagsOf(html);
      expect(tags['og:url']).toBe(`${app.url}/plan/${planId}`);
      return [tags['og:title'], tags['og:description']];
    };
    expect(await shown(['en'])).toEqual([
      `Badminton, ${when('en')} · Dazi 搭子`,
      'San Francisco, 3 places left',
    ]);
    expect(await shown(['ko', 'ja'], 2)).toEqual([
      `バドミントン ${when('ja')} · Dazi 搭子`,
      expect.stringMatching(/、残り1枠$/),
    ]);
    expect((await shown(['zh'], 3))[1]).toMatch(/，已满员$/);
    expect((await shown(['ko'], 2))[1]).toMatch(/, 1 place left$/);
  });

  test('to a plan that visitors do not see says what one says that is not there', async () => {
    const host = await planner(app, 'Hidden host');
    const off = await furtherPlan(app, host);
    await host.get(callOffPlan, { params: { planId: off }, body: { reason: 'ill' } });
    const hidden = [
      await furtherPlan(app, host, { listed: false }),
      await furtherPlan(app, host, { who: 'same_gender' }),
      off,
    ];
    const told = async (id: string) =>
      (await pageOf(`/plan/${id}`)).html.replaceAll(id, 'ID').replaceAll(/nonce[^ >]*/g, '');
    const nothing = await told('nothing-there');
    expect(tagsOf(nothing)).toMatchObject({ 'og:title': 'A plan on Dazi', 'og:description': '' });
    for (const id of hidden) expect(await told(id)).toBe(nothing);
  });
});
