import { getPost } from '@dazi/contract/posts/post-views';
import { removePost } from '@dazi/contract/posts/posts';
import { reactionTypes } from '@dazi/contract/posts/reaction-types';
import { addReaction, listReactions, removeReaction } from '@dazi/contract/posts/reactions';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../../testing/test-app.ts';
import type { TestPerson } from '../../../testing/test-person.ts';

let app: TestApp;
let ann: TestPerson;
let bob: TestPerson;
beforeAll(async () => {
  app = await startTestApp();
  ann = await app.person('Ann');
  bob = await app.person('Bob');
});
afterAll(() => app.close());

const react = (person: TestPerson, messageId: string, reactionType: string) =>
  person.call(addReaction, { body: { messageId, reactionType, userId: person.id } });
const takeBack = (person: TestPerson, messageId: string, reactionType: string) =>
  person.call(removeReaction, { body: { messageId, reactionType, userId: person.id } });
const countsOf = async (person: TestPerson, messageId: string) => {
  const { data } = await person.get(getPost, { params: { messageId } });
  return { ...data.reactions, mine: data.myReaction, total: data._count.reactions };
};

test('a person has one reaction a post; another type replaces it (REACT-023)', async () => {
  const { id } = await ann.post();
  expect(await react(bob, id, 'HEART')).toMatchObject({
    status: 200,
    data: { messageId: id, userId: bob.id, userName: 'Bob', reactionType: 'HEART' },
  });
  await react(bob, id, 'HEART');
  await react(bob, id, 'SAD');
  expect(await countsOf(bob, id)).toEqual({ SAD: 1, mine: 'SAD', total: 1 });
  await react(ann, id, 'SAD');
  expect(await countsOf(ann, id)).toEqual({ SAD: 2, mine: 'SAD', total: 2 });
  expect(await countsOf(app.visitor(), id)).toEqual({ SAD: 2, mine: null, total: 2 });
});

test('taking back a type that is not set succeeds and changes nothing (REACT-023)', async () => {
  const { id } = await ann.post();
  await react(bob, id, 'LAUGH');
  expect(await takeBack(bob, id, 'SAD')).toMatchObject({ status: 200, data: null });
  expect(await takeBack(ann, id, 'LAUGH')).toMatchObject({ status: 200 });
  expect(await countsOf(bob, id)).toEqual({ LAUGH: 1, mine: 'LAUGH', total: 1 });
  expect(await takeBack(bob, id, 'LAUGH')).toMatchObject({ status: 200 });
  expect(await countsOf(bob, id)).toEqual({ mine: null, total: 0 });
  expect(await takeBack(bob, id, 'LAUGH')).toMatchObject({ status: 200 });
});

test('types are understood in either case and answered in upper case (REACT-024)', async () => {
  const { id } = await ann.post();
  for (const type of reactionTypes) {
    expect(await react(bob, id, type.toLowerCase())).toMatchObject({ data: { reactionType: type } });
  }
  expect(await takeBack(bob, id, 'sad')).toMatchObject({ status: 200 });
  expect(await countsOf(bob, id)).toEqual({ mine: null, total: 0 });
});

test.each(['like', 'LIKE', '', 'HEARTS', 'heart '])('%j is no type (REACT-024)', async (type) => {
  const { id } = await ann.post();
  expect(await react(bob, id, type)).toMatchObject({ status: 400, code: 'INVALID_INPUT' });
  expect(await countsOf(bob, id)).toEqual({ mine: null, total: 0 });
});

test('one may react to the own post (REACT-025)', async () => {
  const { id } = await ann.post();
  expect(await react(ann, id, 'AGREE')).toMatchObject({ status: 200 });
});

test('the list names who reacted, newest first, by the name of the account', async () => {
  const { id } = await ann.post();
  await react(ann, id, 'AGREE');
  app.clock.advance(1000);
  await bob.call(addReaction, {
    body: { messageId: id, reactionType: 'HEART', userId: bob.id, userName: 'Somebody else' },
  });
  const { data } = await app.visitor().get(listReactions, { query: { messageId: id } });
  expect(data.map(({ userName, reactionType }) => [userName, reactionType])).toEqual([
    ['Bob', 'HEART'],
    ['Ann', 'AGREE'],
  ]);
});

test('a deleted or unknown post takes none', async () => {
  const { id } = await ann.post();
  await ann.get(removePost, { params: { messageId: id }, body: {} });
  for (const messageId of [id, 'unknown']) {
    expect(await react(bob, messageId, 'HEART')).toMatchObject({ status: 404, code: 'POST_NOT_FOUND' });
    expect(await takeBack(bob, messageId, 'HEART')).toMatchObject({ status: 404, code: 'POST_NOT_FOUND' });
  }
});
