import type { ConversationSettings, Message } from '@dazi/contract/chat/conversations';
import type { Block } from '@dazi/contract/people/blocks';
import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act } from '@testing-library/react';
import { createElement } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { vi } from 'vitest';
import type * as SettingsApi from '#features/chat/conversations/conversation-settings.api.ts';
import type * as ConversationsApi from '#features/chat/conversations/conversations.api.ts';
import type * as ConversationsLive from '#features/chat/conversations/conversations.live.ts';
import type * as MessagesApi from '#features/chat/conversations/messages.api.ts';
import type * as Outgoing from '#features/chat/conversations/outgoing.ts';
import type * as Badges from '#features/chat/conversations/replica/badge.ts';
import type { PrivateState } from '#features/chat/conversations/replica/device-copy.ts';
import type * as ReplicaStores from '#features/chat/conversations/replica/replica-store.ts';
import type * as Opening from '#features/chat/conversations/use-open-conversation.ts';
import type * as BlockMirror from '#features/people/blocks/block-mirror.ts';
import type * as BlocksApi from '#features/people/blocks/blocks.api.ts';
import type * as BlocksLive from '#features/people/blocks/blocks.live.ts';
import type * as PlatformApi from '#platform/api.ts';
import type * as Clients from '#platform/query-client.ts';
import type * as Storage from '#platform/storage.ts';
import type { PersonalHandlers } from '#platform/stream.ts';
import type { Held, PersonalEvent } from '#platform/stream-core.ts';
import { currentTime } from '#platform/time.ts';
import { TabLoop } from './model-browser.ts';
import { type ModelServer, me } from './model-server.ts';

interface Question {
  method: string;
  path: string;
  params: Record<string, string>;
  query: Record<string, string | number>;
  body: Record<string, unknown>;
}

interface Pending extends Question {
  /** As the server had it when it was asked; of what changes something, but for reading, there is none. */
  atOnce: unknown;
  resolve(answer: unknown): void;
  reject(error: unknown): void;
}

/** Done twice it is the same. */
const isAnsweredAtOnce = ({ method, path }: Question) =>
  method === 'GET' || path === '/api/conversations/{conversationId}/read';

/** How the network treats a question: what is lost may have been done or not. */
export type Fate = 'answered' | 'answered as of asking' | 'lost' | 'answer lost';

/** What a tab is made of; each has modules of its own, and reads them with a stream and calls that a test holds. */
export interface Modules {
  api: typeof ConversationsApi & typeof MessagesApi & typeof SettingsApi;
  live: typeof ConversationsLive;
  replicas: typeof ReplicaStores;
  badges: typeof Badges;
  outgoing: typeof Outgoing;
  opening: typeof Opening;
  people: typeof BlocksApi & typeof BlocksLive & typeof BlockMirror;
  storage: typeof Storage;
  clients: typeof Clients;
  platformApi: typeof PlatformApi;
}
export type ReadModules = (stream: object, call: (...given: never[]) => Promise<unknown>) => Promise<Modules>;

/** What a page shows of conversations. */
interface Shown {
  /** Of a page with lists. */
  own: ReturnType<Modules['api']['useConversations']> | null;
  archived: ReturnType<Modules['api']['useConversations']> | null;
  open: ReturnType<Modules['opening']['useOpenConversation']> | null;
  badge: number | null;
  edit: ReturnType<Modules['api']['useEditMessage']>;
  remove: ReturnType<Modules['api']['useRemoveMessage']>;
  settings: Record<string, ReturnType<Modules['api']['useConversationSettings']>>;
}

let tabs = 0;

/** A page that one person has open, with a network that a test holds in its hands. */
export class ModelTab {
  readonly #name = `tab-${tabs++}`;
  readonly #modules: Modules;
  readonly #Page: ReturnType<typeof pageOf>;
  readonly #listeners: Set<PersonalHandlers>;
  readonly #pending: Pending[];
  readonly #holds: Map<object, Held>;
  server: ModelServer | null = null;
  shown: Shown | null = null;
  #client: QueryClient | null = null;
  /** Of the page: none where the tab is shut. */
  #root: Root | null = null;
  readonly #loop = new TabLoop();
  /** While it sleeps it is told nothing, and what comes is no late news but none. */
  #isCutOff = false;
  /** The conversation that stands open in it. */
  openId: string | null = null;
  /** As beside an open conversation; the map has none. */
  hasLists = true;
  #sent = 0;

  private constructor(
    modules: Modules,
    listeners: Set<PersonalHandlers>,
    pending: Pending[],
    holds: Map<object, Held>,
  ) {
    this.#modules = modules;
    this.#Page = pageOf(modules, (shown) => {
      this.shown = shown;
    });
    this.#listeners = listeners;
    this.#pending = pending;
    this.#holds = holds;
  }

  /** The modules are read once; `begin` makes a page of them. */
  static async make(read: ReadModules): Promise<ModelTab> {
    const listeners = new Set<PersonalHandlers>();
    const pending: Pending[] = [];
    const holds = new Map<object, Held>();
    const subscribeToPersonal = (handlers: PersonalHandlers) => {
      listeners.add(handlers);
      return {
        hold: (held: Held) => void holds.set(handlers, held),
        close: () => {
          listeners.delete(handlers);
          holds.delete(handlers);
        },
      };
    };
    let tab: ModelTab | null = null;
    const call = (
      method: string,
      path: string,
      { params = {}, query = {}, body = {}, signal }: Partial<Question> & { signal?: AbortSignal } = {},
    ) =>
      new Promise((resolve, reject) => {
        const question = { method, path, params, query, body };
        const atOnce = isAnsweredAtOnce(question) ? structuredClone(tab!.#answerOf(question)) : null;
        const one = { ...question, atOnce, resolve, reject };
        pending.push(one);
        signal?.addEventListener('abort', () => {
          const at = pending.indexOf(one);
          if (at >= 0) pending.splice(at, 1);
          reject(signal.reason);
        });
      });
    const modules = await read({ subscribeToPersonal }, call);
    tab = new ModelTab(modules, listeners, pending, holds);
    return tab;
  }

  async begin(server: ModelServer, openId: string | null): Promise<void> {
    this.server = server;
    this.openId = openId;
    this.hasLists = true;
    this.#client = this.#modules.clients.createQueryClient();
    this.shown = null;
    this.#root = createRoot(document.createElement('div'));
    await this.#draw();
    await this.resume(false);
  }

  /** Whoever uses the device leaves it. */
  forgetDevice(): void {
    this.#modules.storage.forgetStored();
  }

  /** The page hears that somebody has left, while questions of theirs are still being answered. */
  leave(): Promise<void> {
    return this.#loop.take(() => {
      this.#hide();
      this.#modules.storage.forgetMemories();
      this.#root?.unmount();
      this.#hide();
    });
  }

  get isOpen(): boolean {
    return this.#root !== null;
  }

  get isAsleep(): boolean {
    return this.#loop.isAsleep;
  }

  /** The page goes, and with it what it remembers and what it asked. One that sleeps writes nothing down before. */
  async end(): Promise<void> {
    await this.writeDown();
    this.#loop.close();
    this.#isCutOff = false;
    await this.#loop.run(() => this.#root?.unmount());
    this.#root = null;
    this.#client?.clear();
    this.#pending.splice(0);
    this.#modules.storage.forgetMemories();
  }

  /** As a page does that goes, or may. */
  async writeDown(): Promise<void> {
    if (!this.isAsleep) await this.#loop.run(() => this.#hide());
  }

  /** From now on nothing is done in it; its stream goes on or is cut. */
  sleep(isCutOff: boolean): void {
    this.#loop.sleep();
    this.#isCutOff = isCutOff;
  }

  async wake(): Promise<void> {
    if (!this.isAsleep) return;
    await this.#loop.wake();
    const wasCutOff = this.#isCutOff;
    this.#isCutOff = false;
    if (wasCutOff) await this.resume();
  }

  async open(id: string | null): Promise<void> {
    this.openId = id;
    await this.#draw();
  }

  /** To the map, or back to the lists. */
  async turnTo(hasLists: boolean): Promise<void> {
    this.hasLists = hasLists;
    if (!hasLists) this.openId = null;
    await this.#draw();
  }

  /** Hears something, when it is awake; `heard` is called where a page has heard. */
  async hear(event: PersonalEvent, heard: () => void = () => {}): Promise<void> {
    if (this.#isCutOff) return;
    await this.#loop.take(() => {
      for (const { takes } of [...this.#listeners]) {
        (takes[event.type] as ((event: PersonalEvent) => void) | undefined)?.(event);
      }
      if (this.#listeners.size > 0) heard();
    });
  }

  /** The stream begins, or comes back after it may have missed something. */
  async resume(isAfterGap = true): Promise<void> {
    if (this.#isCutOff) return;
    const held = new Map([...this.#holds.values()].flatMap((one) => [...one]));
    const behind = this.server!.behind(held);
    await this.#loop.take(() => {
      for (const one of [...this.#listeners]) {
        one.reconnected?.();
        one.resumed?.(behind, isAfterGap);
      }
    });
  }

  /** Time goes by, for all tabs. */
  wait = (time_ms: number) => act(async () => void (await vi.advanceTimersByTimeAsync(time_ms)));

  get isAsking(): boolean {
    return this.#pending.length > 0;
  }

  /** One of the questions that wait comes to its end. */
  async answer(position: number, fate: Fate): Promise<void> {
    const one = this.#pending.splice(position % Math.max(1, this.#pending.length), 1)[0];
    if (!one) return;
    const { ApiError } = this.#modules.platformApi;
    const end = () => {
      if (fate === 'lost') throw new ApiError('NETWORK', 'Network error');
      const isOld = fate === 'answered as of asking' && isAnsweredAtOnce(one);
      const answer = isOld ? one.atOnce : structuredClone(this.#answerOf(one));
      if (fate === 'answer lost') throw new ApiError('NETWORK', 'Network error');
      return () => one.resolve(answer);
    };
    await this.#loop.take(this.#orRefused(one, end));
  }

  /** The server has done it by then, or refused; the tab hears of that when it is awake. */
  #orRefused({ reject }: Pending, end: () => () => void): () => void {
    try {
      return end();
    } catch (error) {
      // Of its own modules, which know no errors of others.
      const { ApiError } = this.#modules.platformApi;
      const { code, message, status } = error as InstanceType<typeof ApiError>;
      return () => reject(new ApiError(code, message, { status }));
    }
  }

  /** Writes what its person wrote into a conversation. */
  async send(id: string, content: string): Promise<void> {
    const isPrivate = id !== 'group';
    const clientId = `${isPrivate ? 'pm_' : ''}${this.#name}-${this.#sent++}`;
    const createdAt = new Date(currentTime()).toISOString();
    const receiverId = isPrivate ? (this.server!.view(id).otherParticipant?.id ?? null) : null;
    await this.#loop.run(() => {
      void this.#modules.outgoing.sendingOf(this.#client!).send({
        ...{ clientId, userId: me, receiverId, conversationId: id, content, type: 'TEXT', createdAt },
        ...{ replyToId: null, replyTo: null, preview: null },
      });
    });
  }

  /** Takes back what was written last there and waits; gives its words, or null where that cannot be done. */
  async takeBackWaiting(id: string): Promise<string | null> {
    const last = this.outgoing.findLast(({ conversationId }) => conversationId === id);
    if (!last) return null;
    const isBack = await this.#loop.run(() =>
      this.#modules.outgoing.sendingOf(this.#client!).takeBack(last.clientId),
    );
    return isBack ? last.content : null;
  }

  /** Whether something with these words is on its way to the server. */
  isSending = (words: string): boolean => this.#pending.some(({ body }) => body.content === words);

  /** Puts a conversation away or back, mutes or pins it, as its row does. */
  async set(id: string, settings: Partial<ConversationSettings>): Promise<void> {
    await this.#loop.run(() => {
      this.shown!.settings[id]!.mutate(settings);
    });
  }

  /** What was set there and is not answered yet. */
  settingsAsked = (id: string): Partial<ConversationSettings> =>
    this.#pending
      .filter(({ path, params }) => path.endsWith('/settings') && params.conversationId === id)
      .map(({ body: { userId: _me, ...settings } }) => settings)
      .reduce((before, settings) => ({ ...before, ...settings }), {});

  async read(id: string): Promise<void> {
    const upTo = this.#modules.api.logIn(this.#client!, id)?.lastSequence;
    await this.#loop.run(() => {
      void this.#modules.api.readUpTo(this.#client!, id, me, upTo).catch(() => {});
    });
  }

  async older(id: string): Promise<void> {
    await this.#loop.run(() => {
      void this.#modules.api.loadOlder(this.#client!, id).catch(() => {});
    });
  }

  /** As the mutation of a block does once it was answered. */
  async blocked(block: Block): Promise<void> {
    await this.#loop.run(() => {
      this.#modules.people.changeBlocks(me, (known) => [...known, block]);
      void this.#modules.people.refreshPeople(this.#client!);
    });
  }

  /** Changes the newest own message that is held, or takes it back; answers with the words that are gone then. */
  async alterOwn(id: string, content: string | null): Promise<string | null> {
    const held = this.logOf(id)?.messages ?? [];
    const own = held.findLast((one) => one.senderId === me && !one.isDeleted && !one.id.startsWith('pm_'));
    if (!own) return null;
    const params = { conversationId: id, messageId: own.id };
    await this.#loop.run(() => {
      if (content === null) this.shown!.remove.mutate(params);
      else this.shown!.edit.mutate({ ...params, content });
    });
    return own.content;
  }

  /** What it would show of the device's copy if nobody answered. */
  get restored(): string {
    const { conversations, logs, unconfirmed } = this.#modules.replicas.replicaOf(this.#client!).state();
    const rows = [...conversations.values()].filter(({ origin }) => origin === 'device');
    return JSON.stringify([rows, [...unconfirmed].map((id) => logs.get(id))]);
  }

  logOf = (id: string) => this.#modules.api.logIn(this.#client!, id);
  /** In which order it wrote those of some messages that are its own. */
  numbersOf = (messages: readonly Message[]): number[] =>
    messages.flatMap(({ clientId }) => {
      const [, number] = clientId?.match(`^(?:pm_)?${this.#name}-(\\d+)$`) ?? [];
      return number === undefined ? [] : Number(number);
    });

  /** What stands in its logs of one's own, by the ids made here. */
  get arrived(): (string | null)[] {
    const { logs } = this.#modules.replicas.replicaOf(this.#client!).state();
    return [...logs.values()].flatMap(({ messages }) =>
      messages.filter(({ senderId }) => senderId === me).map(({ clientId }) => clientId),
    );
  }
  get outgoing() {
    return this.#modules.replicas.replicaOf(this.#client!).state().own;
  }
  /** What the device keeps, as whoever opens the page next reads it. */
  keptNow(): PrivateState {
    const text = localStorage.getItem(`dazi.private.${me}`);
    return text === null ? { items: [], messages: [] } : JSON.parse(text);
  }

  #draw(): Promise<void> {
    const page = createElement(this.#Page, { openId: this.openId, hasLists: this.hasLists });
    const drawing = createElement(QueryClientProvider, { client: this.#client! }, page);
    return this.#loop.run(() => this.#root?.render(drawing));
  }

  #hide(): void {
    this.#loop.page.dispatchEvent(new Event('pagehide'));
  }

  #answerOf({ method, path, params, query, body }: Question): unknown {
    const server = this.server!;
    const id = params.conversationId!;
    switch (`${method} ${path}`) {
      case 'GET /api/conversations':
        if (query.requests) return { data: [], nextCursor: null };
        return server.list(query.archived === 'true');
      case 'GET /api/conversations/unread':
        return server.unread(query.onScreen as string | undefined);
      case 'GET /api/conversations/{conversationId}':
        return server.conversation(id);
      case 'GET /api/conversations/{conversationId}/messages':
        return server.messages(id, query);
      case 'GET /api/blocks':
        return server.blocks();
      case 'POST /api/conversations/{conversationId}':
        return { data: server.send(id, String(body.clientId), String(body.content)) };
      case 'POST /api/conversations/{conversationId}/read':
        return { data: server.read(id, body.sequence as number | undefined) };
      case 'PUT /api/conversations/{conversationId}/settings': {
        const { userId: _me, ...settings } = body;
        return { data: server.set(id, settings) };
      }
      case 'PATCH /api/conversations/{conversationId}/messages/{messageId}':
        return { data: server.alterOwn(id, params.messageId!, String(body.content)) };
      case 'DELETE /api/conversations/{conversationId}/messages/{messageId}':
        return { data: server.alterOwn(id, params.messageId!, null) };
      case 'POST /api/private-messages/{messageId}/read':
        return { data: server.readMessage(params.messageId!) };
      default:
        throw new Error(`Nobody answers ${method} ${path}`);
    }
  }
}

/** What a page asks for and shows, without its looks. */
function pageOf({ api, live, replicas, badges, opening, people }: Modules, show: (shown: Shown) => void) {
  function Page({ openId, hasLists }: { openId: string | null; hasLists: boolean }) {
    live.useConversationNews(me);
    people.useHiddenNews(me);
    const counted = api.useUnreadCount(me);
    const known = replicas.useReplica(badges.unreadKnown);
    const settings = {
      group: api.useConversationSettings('group', me),
      pair: api.useConversationSettings('pair', me),
      'other-pair': api.useConversationSettings('other-pair', me),
    };
    const edit = api.useEditMessage(me);
    const remove = api.useRemoveMessage(me);
    const shown = {
      ...{ settings, edit, remove, own: null, archived: null, open: null },
      badge: badges.unreadToShow(counted.data, counted.error, known),
    };
    show(shown);
    return hasLists && createElement(Lists, { openId, shown });
  }
  function Lists({ openId, shown }: { openId: string | null; shown: Shown }) {
    const list = { search: '', sort: 'last_message' } as const;
    const own = api.useConversations(me, { ...list, lane: 'own' });
    const archived = api.useConversations(me, { ...list, lane: 'archived' });
    const all = { ...shown, own, archived };
    show(all);
    return openId && createElement(Open, { key: openId, id: openId, shown: all });
  }
  function Open({ id, shown }: { id: string; shown: Shown }) {
    show({ ...shown, open: opening.useOpenConversation(id, me) });
    return null;
  }
  return Page;
}
