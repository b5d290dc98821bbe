// @vitest-environment happy-dom

import type { Conversation } from '@dazi/contract/chat/conversation-views';
import type { Message } from '@dazi/contract/chat/conversations';
import {
  type Arbitrary,
  assert,
  asyncProperty,
  boolean,
  constantFrom,
  array as listOf,
  nat,
  oneof,
  record,
} from 'fast-check';
import { beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { inOrder } from '#features/chat/conversations/conversation-order.ts';
import { standsIn } from '#features/chat/conversations/lanes.ts';
import type * as PlatformApi from '#platform/api.ts';
import type { PersonalEvent } from '#platform/stream-core.ts';
import { openBrowser } from './model-browser.ts';
import { ModelServer, me } from './model-server.ts';
import { type Fate, ModelTab, type ReadModules } from './model-tab.ts';

const others = ['theo', 'nora', 'jun'];

const step = record({
  what: constantFrom(
    ...([
      'say',
      'say',
      'say',
      'send elsewhere',
      'edit',
      'take back',
      'take back',
      'react',
      'react too',
    ] as const),
    ...(['read elsewhere', 'archive', 'mute', 'pin', 'hide', 'block', 'unblock', 'block here'] as const),
    ...(['send', 'send', 'read', 'older', 'archive here', 'mute here', 'open', 'close', 'reload'] as const),
    ...([
      'take back here',
      'edit here',
      'take back what waits',
      'shut',
      'somebody else',
      'to the map',
      'wait long',
      'sleep',
      'sleep',
      'wake',
    ] as const),
    ...([
      'answer',
      'answer',
      'answer',
      'answer all',
      'answer all',
      'wait',
      'wait',
      'deliver',
      'resume',
    ] as const),
  ),
  at: nat(40),
  talk: nat(2),
  tab: nat(1),
  told: constantFrom(
    'arrives',
    'arrives',
    'arrives',
    'twice',
    'late',
    'in one tab',
    'in one tab',
    'lost',
    'empty',
  ),
  fate: constantFrom<Fate>('answered', 'answered', 'answered as of asking', 'lost', 'answer lost'),
} as const);
/** What is wrong after few steps is often put right by one of many. */
const steps = oneof(
  listOf(step, { minLength: 1, maxLength: 8 }),
  listOf(step, { minLength: 1, maxLength: 40 }),
);
/** What somebody does in a page: for this they open it again. */
const ofPages = new Set<string>([
  ...['send', 'read', 'older', 'archive here', 'mute here', 'open', 'close', 'reload', 'block here'],
  ...['take back here', 'edit here', 'take back what waits', 'to the map'],
]);
type Step = typeof step extends Arbitrary<infer One> ? One : never;

/**
 * In what browser it goes on, over what network, whether the pages have been answered when it begins, and which tab sleeps
 * while somebody signs out; the last of these is none. Where something gets lost, everything is asked for anew at the end.
 * Where nothing does, what was told and answered has to be enough.
 */
const settings = record({ hasLocks: boolean(), loses: boolean(), isAnswered: boolean(), sleeper: nat(2) });
type Setting = typeof settings extends Arbitrary<infer One> ? One : never;

/** The same step where nothing gets lost and no stream ends. */
const withoutLoss = (step: Step): Step => ({
  ...step,
  ...(step.what === 'resume' && { what: 'answer' }),
  ...(step.told === 'lost' && { told: 'arrives' }),
  ...(step.fate.endsWith('lost') && { fate: 'answered' }),
});

/** Rare enough not to be met by chance each time. */
const stepOf = (what: Step['what'], more: Partial<Step> = {}): Step => ({
  ...{ what, at: 0, talk: 1, tab: 0, told: 'arrives', fate: 'answered', ...more },
});
const known = [stepOf('answer all'), stepOf('answer all', { tab: 1 })];
const toldInOneTab: Step[] = [...known, stepOf('hide', { told: 'in one tab' })];
const editedWhileAsked: Step[] = [
  stepOf('edit', { talk: 0, at: 39 }),
  stepOf('answer all', { fate: 'answered as of asking' }),
];
const whileShut: Step[] = [
  ...[...known, stepOf('open'), stepOf('answer all'), stepOf('wait', { at: 40 }), stepOf('shut')],
  ...[stepOf('take back', { at: 5 }), stepOf('say', { at: 5 })],
];
const hiddenWhileShut: Step[] = [...whileShut.slice(0, 6), stepOf('hide', { at: 5 })];
const waits: Step[] = [...known, stepOf('send'), stepOf('answer', { fate: 'lost' }), stepOf('send')];
const waitsTakenBack: Step[] = [...waits, stepOf('take back what waits'), stepOf('send')];
/** The one that was written later would be there first. */
const sentInTurn: Step[] = [
  ...[...known, stepOf('send'), stepOf('send'), stepOf('answer', { at: 1 }), stepOf('answer', { at: 1 })],
];
const refused: Step[] = [...known, stepOf('block', { told: 'late' }), stepOf('send'), stepOf('answer all')];
const setWhileAsked: Step[] = [
  ...[...known, stepOf('mute here'), stepOf('read elsewhere'), stepOf('pin')],
  ...[stepOf('wait', { at: 20 }), ...Array.from({ length: 4 }, () => stepOf('answer', { at: 1 }))],
];
const setInVain: Step[] = [...known, stepOf('mute here'), stepOf('answer', { fate: 'lost' })];
/** It stands open and in no list. */
const setOutOfList: Step[] = [
  ...[...known, stepOf('open'), stepOf('answer all'), stepOf('hide'), stepOf('wait', { at: 20 })],
  ...[stepOf('answer all'), stepOf('mute')],
];
/** The answer to reading says nothing of what was said after that. */
const readBeforeSaid: Step[] = [
  ...[...known, stepOf('open'), stepOf('answer all'), stepOf('read'), stepOf('say')],
  stepOf('answer all', { fate: 'answered as of asking' }),
];
/** The server has it, and the page does not know. */
const answerLost: Step[] = [
  ...[...known, stepOf('open'), stepOf('answer all'), stepOf('send')],
  stepOf('answer', { fate: 'answer lost' }),
];
const answerLostUntold: Step[] = [
  ...answerLost.slice(0, -1),
  ...[stepOf('answer', { fate: 'answer lost', told: 'lost' }), stepOf('resume')],
  // Sent again, which is answered after everything else.
  ...Array.from({ length: 4 }, () => stepOf('answer', { at: 1 })),
];

/** Of the last change nothing is written down yet; when it wakes its person has left and is back. */
const sleptTooLong: Step[] = [
  ...[...known, stepOf('open'), stepOf('answer all'), stepOf('wait', { at: 20 })],
  ...[stepOf('say'), stepOf('sleep'), stepOf('take back', { at: 8 }), stepOf('somebody else', { at: 1 })],
];
/** Nobody told the page who was blocked meanwhile, on another device. */
const blockedUnheard: Step[] = [
  ...[stepOf('say', { talk: 2, told: 'late' }), stepOf('block', { talk: 2, told: 'lost' })],
  ...[stepOf('say', { talk: 0 }), stepOf('resume', { tab: 1 })],
];
/** The page goes before it has asked whom, and its next one believes to know that. */
const blockedWhileShut: Step[] = [
  ...[stepOf('answer all', { tab: 1 }), stepOf('say', { talk: 2, told: 'in one tab' })],
  ...[stepOf('say', { talk: 0, told: 'late' }), stepOf('block', { talk: 2 })],
  ...[stepOf('reload', { talk: 0, tab: 1 }), stepOf('reload', { talk: 0 })],
  stepOf('pin', { talk: 0, told: 'in one tab' }),
];
const foldedUnheard: Step[] = [
  ...[...known, stepOf('open', { talk: 0 }), stepOf('answer all'), stepOf('older', { talk: 0 })],
  ...[stepOf('answer all'), stepOf('block', { talk: 0, told: 'lost' })],
];

const overAnyNetwork: Step[][] = [
  ...[toldInOneTab, editedWhileAsked, whileShut, hiddenWhileShut, waits, waitsTakenBack, answerLost],
  ...[answerLostUntold, setWhileAsked, setInVain, readBeforeSaid, setOutOfList, sleptTooLong],
  ...[foldedUnheard, sentInTurn, refused],
];

/** Asked for before it was muted, and answered after what was asked for then. */
const answeredLate: Step[] = [
  ...[stepOf('archive'), stepOf('wait', { at: 20 }), stepOf('mute'), stepOf('wait', { at: 20 })],
  ...Array.from({ length: 20 }, () => stepOf('answer', { at: 39, fate: 'answered as of asking' })),
];
const takenBackUnread: Step[] = [stepOf('take back', { talk: 0, at: 3 })];
const countedWhileAsked: Step[] = [
  ...[stepOf('take back', { talk: 0, at: 3 }), stepOf('wait', { at: 20 }), stepOf('say', { talk: 0 })],
];
const askedByAPageThatTurned: Step[] = [
  ...[stepOf('to the map', { tab: 1 }), stepOf('take back', { at: 3 }), stepOf('to the map')],
];
const saidWithoutWords: Step[] = [
  ...[stepOf('say', { told: 'empty' }), stepOf('to the map', { tab: 1 }), stepOf('say')],
];
const changedBeforeHeard: Step[] = [
  ...[stepOf('say', { talk: 0, told: 'late' }), stepOf('edit', { talk: 0, at: 8 })],
];
const toldTwice: Step[] = [stepOf('say', { told: 'twice' })];
const losingNothing: Step[][] = [
  ...[answeredLate, takenBackUnread, countedWhileAsked, askedByAPageThatTurned, saidWithoutWords],
  ...[toldTwice, changedBeforeHeard],
];

const usual: Setting = { hasLocks: true, loses: true, isAnswered: false, sleeper: 2 };
const examples: [Step[], Setting][] = [
  ...overAnyNetwork.map((all): [Step[], Setting] => [all, usual]),
  [blockedUnheard, { ...usual, isAnswered: true }],
  [blockedWhileShut, { ...usual, loses: false }],
  ...losingNothing.map((all): [Step[], Setting] => [all, { ...usual, loses: false, isAnswered: true }]),
];

/** Each time anew. */
const readModules: ReadModules = async (stream, call) => {
  vi.resetModules();
  const platformApi = await vi.importActual<typeof PlatformApi>('#platform/api.ts');
  vi.doMock('#platform/stream.ts', () => stream);
  vi.doMock('#platform/api.ts', () => ({ ...platformApi, call }));
  const conversations = await import('#features/chat/conversations/conversations.api.ts');
  const messages = await import('#features/chat/conversations/messages.api.ts');
  const settings = await import('#features/chat/conversations/conversation-settings.api.ts');
  const live = await import('#features/chat/conversations/conversations.live.ts');
  const replicas = await import('#features/chat/conversations/replica/replica-store.ts');
  const badges = await import('#features/chat/conversations/replica/badge.ts');
  const outgoing = await import('#features/chat/conversations/outgoing.ts');
  const opening = await import('#features/chat/conversations/use-open-conversation.ts');
  const blocks = await import('#features/people/blocks/blocks.api.ts');
  const hidden = await import('#features/people/blocks/blocks.live.ts');
  const mirror = await import('#features/people/blocks/block-mirror.ts');
  const storage = await import('#platform/storage.ts');
  const clients = await import('#platform/query-client.ts');
  const api = { ...conversations, ...messages, ...settings };
  const people = { ...blocks, ...hidden, ...mirror };
  return { api, live, replicas, badges, outgoing, opening, people, storage, clients, platformApi };
};

let tabs: ModelTab[];

beforeAll(async () => {
  tabs = [await ModelTab.make(readModules), await ModelTab.make(readModules)];
});
beforeEach(() => {
  vi.useFakeTimers({ now: Date.parse('2026-11-02T12:00:00.000Z') });
});

/** How far somebody has read is shown by the numbers of the conversation, and of no message. */
const unmarked = (messages: readonly Message[]) => messages.map(({ isRead: _, ...one }) => one);

/** How many messages there are is shown nowhere, and how often they changed the log says itself. */
const seen = ({ _count, change, ...one }: Conversation) => one;

/** The page of one person in two tabs, and what happens to them. */
class World {
  readonly server = new ModelServer();
  readonly #setting: Setting;
  #closeBrowser = () => {};
  readonly #late: { event: PersonalEvent; to: readonly ModelTab[] }[] = [];
  /** Words of which a tab was told that they are nowhere any more. */
  readonly #gone = new Set<string>();
  readonly #sent: string[] = [];
  #edits = 0;
  /** What waited when its writer signed out goes with them. */
  readonly #given = new Set<string>();
  /** Taken back while it waited; what the server had by then is taken back no more. */
  readonly #takenBack = new Set<string>();
  /** Something never came: only a stream that comes back makes up for it. */
  #hasMissed = false;

  constructor(setting: Setting) {
    this.#setting = setting;
  }

  async begin(): Promise<void> {
    this.#closeBrowser = openBrowser(this.#setting.hasLocks);
    this.#signIn(me);
    for (const tab of tabs) await tab.begin(this.server, null);
    for (const tab of this.#setting.isAnswered ? tabs : []) await this.#answerAll(tab, 'answered');
  }

  async end(): Promise<void> {
    for (const tab of tabs) await tab.end();
    vi.clearAllTimers();
    this.#closeBrowser();
  }

  async do(step: Step): Promise<void> {
    const { server } = this;
    const { loses } = this.#setting;
    const { what, at, talk, tab: tabAt, told, fate } = loses ? step : withoutLoss(step);
    const id = server.ids[talk]!;
    const other = others[talk]!;
    const tab = tabs[tabAt]!;
    if (ofPages.has(what)) await this.#turnTo(tab);
    this.#hasMissed ||= what === 'answer' && fate.endsWith('lost') && tab.isAsking;
    if (what === 'say') server.say(id);
    else if (what === 'send elsewhere') this.#sendElsewhere(id);
    else if (what === 'edit') server.edit(id, at);
    else if (what === 'take back') server.takeBack(id, at);
    else if (what === 'react') server.react(id, at, true);
    else if (what === 'react too') server.react(id, at, false);
    else if (what === 'read elsewhere') server.read(id);
    else if (what === 'archive') server.set(id, { isArchived: at % 2 === 0 });
    else if (what === 'mute') server.set(id, { isMuted: at % 2 === 0 });
    else if (what === 'pin') server.set(id, { isPinned: at % 2 === 0 });
    else if (what === 'hide') server.hide(id);
    else if (what === 'block') server.block(other);
    else if (what === 'block here') await tab.blocked(server.block(other));
    else if (what === 'unblock') server.unblock(other);
    else if (what === 'send') await this.#send(tab, id);
    else if (what === 'read') await tab.read(id);
    else if (what === 'older') await tab.older(id);
    else if (what === 'archive here') await tab.set(id, { isArchived: at % 2 === 0 });
    else if (what === 'mute here') await tab.set(id, { isMuted: at % 2 === 0, isPinned: at % 3 === 0 });
    else if (what === 'open') await this.#open(tab, id);
    else if (what === 'to the map') await tab.turnTo(false);
    else if (what === 'close') await tab.open(null);
    else if (what === 'reload') await this.#reload(tab, at % 2 === 0 ? id : null);
    else if (what === 'take back here') await tab.alterOwn(id, null);
    else if (what === 'edit here') await tab.alterOwn(id, `edited-${this.#edits++}.`);
    else if (what === 'take back what waits') await this.#takeBackWaiting(tab, id);
    else if (what === 'shut') for (const one of at % 2 === 0 ? tabs : [tab]) await one.end();
    else if (what === 'somebody else') await this.#somebodyElse(at % 2 === 1);
    else if (what === 'answer') await tab.answer(at, fate);
    else if (what === 'answer all')
      await this.#answerAll(tab, fate === 'answered as of asking' ? fate : 'answered');
    else if (what === 'wait') await tab.wait(at * 60);
    else if (what === 'wait long') await tab.wait(6 * 60_000);
    else if (what === 'deliver') await this.#deliver();
    else if (what === 'resume') await tab.resume();
    else if (what === 'sleep') this.#sleep(tab, loses && at % 3 === 0);
    else if (what === 'wake') await tab.wake();
    for (const event of server.told()) await this.#tell(event, told, tab);
  }

  /** Everything that was told or asked comes to its end. */
  async settle(): Promise<void> {
    for (const tab of tabs) await this.#turnTo(tab);
    await this.#deliver();
    if (this.#hasMissed) for (const tab of tabs) await tab.resume();
    let quiet = 0;
    for (let round = 0; quiet < 4; round++) {
      if (round > 200) throw new Error('It never comes to an end');
      const isAsking = tabs.some((tab) => tab.isAsking || tab.outgoing.length > 0);
      for (const tab of tabs) await this.#answerAll(tab, 'answered');
      for (const event of this.server.told()) await this.#tell(event, 'arrives', tabs[0]!);
      quiet = isAsking ? 0 : quiet + 1;
      await tabs[0]!.wait(quiet > 2 ? 31_000 : 700);
    }
  }

  /** Storage holds nothing of what a tab was told is gone, nor of somebody whom it knows to be blocked. */
  holdsNothingGone(): void {
    const kept = JSON.stringify({ ...localStorage });
    const all = [...this.#gone, ...this.#ofKnownBlocks()];
    expect(all.filter((words) => kept.includes(words))).toEqual([]);
  }

  showsWhatThereIs(): void {
    const { server } = this;
    for (const tab of tabs) {
      const { own, archived, badge, open } = tab.shown!;
      // As the page orders them.
      const rows = (list: NonNullable<typeof own>, lane: 'own' | 'archived') => {
        const all = list.data?.pages.flatMap(({ data }) => data) ?? [];
        return inOrder(
          all.filter((one) => standsIn(lane, one)),
          'last_message',
        ).map(seen);
      };
      if (own) expect(rows(own, 'own')).toEqual(server.list(false).data.map(seen));
      if (archived) expect(rows(archived, 'archived')).toEqual(server.list(true).data.map(seen));
      expect(badge).toBe(server.unread(undefined).data.messages);
      const openId = tab.openId;
      if (openId) {
        expect(open?.conversation && seen(open.conversation)).toEqual(seen(server.view(openId)));
        const held = open?.log?.messages ?? [];
        // A stretch: who begins to read at an older place holds what stands around it.
        const first = held[0]?.sequence ?? Number.POSITIVE_INFINITY;
        const end = open?.log?.isDetached ? open.log.end : Number.POSITIVE_INFINITY;
        const there = server.all(openId).filter(({ sequence }) => sequence! >= first && sequence! <= end);
        expect(unmarked(held)).toEqual(unmarked(there));
        if (server.all(openId).length > 0) expect(held.length).toBeGreaterThan(0);
      }
      expect(tab.outgoing).toEqual([]);
    }
  }

  keepsWhatThereIs(): void {
    const { server } = this;
    const { items, messages } = tabs[0]!.keptNow();
    const listed = [...server.list(false).data, ...server.list(true).data].filter(
      ({ isPrivate }) => isPrivate,
    );
    for (const one of listed) {
      const item = items.find(({ conversation }) => conversation.id === one.id);
      // A page without lists asks for none of which it never heard.
      const isAskedFor = one.lastMessage !== null && tabs.some(({ hasLists }) => hasLists);
      if (!item && !isAskedFor) continue;
      expect(item?.lastMessage?.content ?? null).toBe(one.lastMessage?.content ?? null);
      expect(item?.unreadCount).toBe(one.unreadCount);
      const words = server.all(one.id).map(({ content }) => content);
      for (const kept of messages) {
        if (kept.conversationId === one.id && !kept.isDeleted) expect(words).toContain(kept.content);
      }
    }
    const ids = listed.map(({ id }) => id);
    for (const { conversation } of items) expect(ids).toContain(conversation.id);
  }

  /** What is on its way stands in no log, and nowhere twice. */
  showsOwnOnce(): void {
    for (const tab of tabs.filter(({ isOpen }) => isOpen)) {
      const own = tab.outgoing.map(({ clientId }) => clientId);
      expect(new Set(own).size).toBe(own.length);
      expect(tab.arrived.filter((clientId) => clientId !== null && own.includes(clientId))).toEqual([]);
    }
  }

  /** What was set in a page is shown there until the server has answered, whatever else it answers. */
  showsWhatIsSet(): void {
    for (const { isOpen, shown, settingsAsked } of tabs) {
      for (const list of isOpen ? [shown!.own, shown!.archived] : []) {
        for (const { id, settings } of list?.data?.pages.flatMap(({ data }) => data) ?? []) {
          expect(settings).toMatchObject(settingsAsked(id));
        }
      }
    }
  }

  /** Each own message is in the server's log once, came back as a draft, or was taken back and is nowhere. */
  lostNothing(): void {
    const drafts = JSON.stringify({ ...localStorage });
    for (const words of this.#sent.filter((one) => !this.#given.has(one))) {
      const times = this.server.timesSaid(words);
      if (this.#takenBack.has(words)) expect(times).toBe(0);
      expect(times).toBeLessThanOrEqual(1);
      if (times === 0 && !this.#takenBack.has(words)) expect(drafts).toContain(words);
    }
  }

  /** What one tab sent stands in the order in which it was written. */
  keepsOrder(): void {
    for (const id of this.server.ids) {
      for (const tab of tabs) {
        const numbers = tab.numbersOf(this.server.all(id));
        expect(numbers).toEqual(numbers.toSorted((a, b) => a - b));
      }
    }
  }

  /** Somebody signs out in the middle of everything: no key of theirs is left, whatever is answered after that. */
  async leavesNothing(): Promise<void> {
    for (const tab of tabs) await tab.resume();
    for (const tab of tabs) await tab.send(this.server.ids[1]!, 'the last words.');
    tabs[this.#setting.sleeper]?.sleep(false);
    await this.#signOut(null, false);
    expect(Object.keys(localStorage)).toEqual([]);
  }

  /** Whoever comes next, if anybody, is there before a tab that sleeps has heard that somebody went; it may sleep on. */
  async #signOut(next: string | null, sleepsOn: boolean): Promise<void> {
    tabs[0]!.forgetDevice();
    for (const tab of tabs) await tab.leave();
    if (next !== null) this.#signIn(next);
    for (const tab of tabs) await this.#answerAll(tab, 'answered');
    for (const tab of sleepsOn ? [] : tabs) await tab.wake();
    await tabs[0]!.wait(3000);
  }

  #signIn(userId: string): void {
    localStorage.clear();
    const user = { id: userId, name: userId, email: null, avatarUrl: null };
    localStorage.setItem('dazi.user', JSON.stringify(user));
    localStorage.setItem('dazi.authTimestamp', String(Date.now()));
  }

  /** What the device kept says nothing any more that is gone, before anybody could have answered. */
  async #reload(tab: ModelTab, openId: string | null): Promise<void> {
    await tab.end();
    await tab.begin(this.server, openId);
    const { restored } = tab;
    expect([...this.#gone, ...this.#ofKnownBlocks()].filter((words) => restored.includes(words))).toEqual([]);
  }

  /** Somebody else uses the device in between, while what was asked before is still answered. */
  async #somebodyElse(sleepsOn: boolean): Promise<void> {
    for (const words of this.#sent) if (this.server.timesSaid(words) === 0) this.#given.add(words);
    await this.#signOut('rosa', sleepsOn);
    expect(Object.keys(localStorage)).toEqual(['dazi.user', 'dazi.authTimestamp']);
    this.#signIn(me);
    const asleep = tabs.filter((tab) => tab.isAsleep);
    for (const tab of tabs) if (!asleep.includes(tab)) await this.#reload(tab, null);
    for (const tab of asleep) {
      await tab.wake();
      this.holdsNothingGone();
      await this.#reload(tab, null);
    }
  }

  #sendElsewhere(id: string): void {
    const words = `sent-${this.#sent.length}.`;
    try {
      this.server.send(id, `elsewhere ${words}`, words);
      this.#sent.push(words);
    } catch {
      // Of somebody blocked.
    }
  }

  /** Somebody looks at it: it is opened, or wakes. */
  async #turnTo(tab: ModelTab): Promise<void> {
    if (!tab.isOpen) await this.#reload(tab, null);
    await tab.wake();
  }

  #sleep(tab: ModelTab, isCutOff: boolean): void {
    if (tab.isOpen && !tab.isAsleep) tab.sleep(isCutOff);
  }

  /** What stands open stands beside the lists. */
  async #open(tab: ModelTab, id: string): Promise<void> {
    if (!tab.hasLists) await tab.turnTo(true);
    await tab.open(id);
  }

  async #takeBackWaiting(tab: ModelTab, id: string): Promise<void> {
    const words = await tab.takeBackWaiting(id);
    // The server has it already, or another tab sends it.
    if (words === null || this.server.timesSaid(words) > 0 || this.#isSentElsewhere(words)) return;
    this.#takenBack.add(words);
    this.#gone.add(words);
  }

  /** Without locks another tab that has it sends it, too. */
  #isSentElsewhere(words: string): boolean {
    const { hasLocks } = this.#setting;
    return tabs.some(
      (one) => one.isSending(words) || (!hasLocks && one.outgoing.some(({ content }) => content === words)),
    );
  }

  async #send(tab: ModelTab, id: string): Promise<void> {
    const words = `sent-${this.#sent.length}.`;
    this.#sent.push(words);
    await tab.send(id, words);
  }

  async #answerAll(tab: ModelTab, fate: Fate): Promise<void> {
    for (let count = 0; count < 20 && tab.isAsking; count++) await tab.answer(0, fate);
  }

  async #deliver(): Promise<void> {
    for (const { event, to } of this.#late.splice(0).reverse()) await this.#hear(event, to);
  }

  async #tell(event: PersonalEvent, told: Step['told'], first: ModelTab): Promise<void> {
    // Who opens a page later asks for everything anew.
    const open = tabs.filter(({ isOpen }) => isOpen);
    if (open.length === 0) return;
    if (told === 'lost') {
      this.#hasMissed = true;
      return;
    }
    if (told === 'late') return void this.#late.push({ event, to: open });
    const isEmpty = told === 'empty' && event.type === 'new_message';
    const heard = isEmpty ? { ...event, message: null } : event;
    const others = told === 'in one tab' && first.isOpen ? open.filter((tab) => tab !== first) : [];
    if (others.length > 0) this.#late.push({ event, to: others });
    const to = open.filter((tab) => !others.includes(tab));
    for (let time = told === 'twice' ? 0 : 1; time < 2; time++) await this.#hear(heard, to);
    // Whoever has not heard writes down what they have.
    for (const tab of others.length > 0 ? open : []) await tab.writeDown();
  }

  async #hear(event: PersonalEvent, to: readonly ModelTab[]): Promise<void> {
    for (const tab of to) await tab.hear(event, () => this.#heard(event));
  }

  #heard(event: PersonalEvent): void {
    if (event.type !== 'conversation_update') return;
    const { conversationId: id, change } = event;
    if (change.kind === 'message') {
      const words = this.server.wordsBefore(id, change.sequence, change.change);
      for (const one of words) this.#gone.add(one);
    }
    if (change.kind !== 'hidden') return;
    for (const words of this.server.wordsUpTo(id, change.upTo)) this.#gone.add(words);
  }

  #ofKnownBlocks(): string[] {
    const blocks = JSON.parse(localStorage.getItem(`dazi.blocks.${me}`) ?? '[]') as {
      blockedId: string;
      isActive: boolean;
    }[];
    return blocks
      .filter(({ isActive }) => isActive)
      .flatMap(({ blockedId }) => this.server.wordsOf(blockedId));
  }
}

test('shows and keeps what the server has, whatever was told, asked and answered in whatever order', async () => {
  await assert(
    asyncProperty(steps, settings, async (all, setting) => {
      const world = new World(setting);
      await world.begin();
      try {
        for (const step of all) {
          await world.do(step);
          world.holdsNothingGone();
          world.showsOwnOnce();
          world.showsWhatIsSet();
        }
        await world.settle();
        world.holdsNothingGone();
        world.showsWhatThereIs();
        world.keepsWhatThereIs();
        world.lostNothing();
        world.keepsOrder();
        await world.leavesNothing();
      } finally {
        await world.end();
      }
    }),
    {
      numRuns: Number(process.env.RUNS ?? 100),
      ...(process.env.SEED && { seed: Number(process.env.SEED) }),
      examples,
    },
  );
});
