import type { Frame } from '@dazi/contract/frames';
import { sync } from '@dazi/contract/live/live';
import { eventsPath } from '@dazi/contract/live/live.rules';
import type { PostEvent } from '@dazi/contract/posts/post-events';
import type { TestPerson } from './test-person.ts';

/** For what hangs; how soon something is told belongs elsewhere. */
const patience_ms = 30_000;

/** A stream of server-sent events, read as a browser would. */
export class TestStream {
  readonly frames: Frame[] = [];
  ended = false;
  readonly #stop = new AbortController();
  readonly #person: TestPerson;
  #wake: () => void = () => {};

  private constructor(person: TestPerson) {
    this.#person = person;
  }

  static async open(person: TestPerson, query = ''): Promise<TestStream> {
    const stream = new TestStream(person);
    const answer = await person.fetch(`${eventsPath}${query}`, { signal: stream.#stop.signal });
    if (answer.status !== 200) throw new Error(`The stream was refused: ${answer.status}`);
    stream.#read(answer).catch(() => {});
    await stream.until((frame) => frame.type === 'connected');
    return stream;
  }

  async #read(answer: Response) {
    let text = '';
    try {
      for await (const chunk of answer.body!.pipeThrough(new TextDecoderStream())) {
        text += chunk;
        const lines = text.split('\n\n');
        text = lines.pop() ?? '';
        for (const line of lines) {
          if (line.startsWith('data: ')) this.frames.push(JSON.parse(line.slice('data: '.length)) as Frame);
        }
        this.#wake();
      }
    } finally {
      this.ended = true;
      this.#wake();
    }
  }

  get id(): string {
    const connected = this.frames.find((frame) => frame.type === 'connected');
    if (!connected) throw new Error('Not connected');
    return connected.streamId;
  }

  /** Everything heard about posts, in order. */
  get events(): PostEvent[] {
    const heard = this.frames.flatMap((frame) => (frame.type === 'area' ? frame.events : []));
    return heard.filter((event) => 'messageId' in event);
  }

  async listen(cells: readonly number[]): Promise<void> {
    const areas = cells.map((cell) => ({ cell, version: null }));
    await this.#person.get(sync, { body: { streamId: this.id, areas } });
  }

  /** The first frame that fits, also one that came already. */
  async until(fits: (frame: Frame) => boolean): Promise<Frame> {
    return this.#waitFor(() => this.frames.find(fits), 'The expected frame did not come');
  }

  untilEvent(fits: (event: PostEvent) => boolean): Promise<PostEvent> {
    return this.#waitFor(() => this.events.find(fits), 'The expected event did not come');
  }

  async untilEnd(): Promise<void> {
    await this.#waitFor(() => this.ended || undefined, 'The stream did not end');
  }

  async #waitFor<Found>(find: () => Found | undefined, problem: string): Promise<Found> {
    const deadline = Date.now() + patience_ms;
    for (;;) {
      const found = find();
      if (found !== undefined) return found;
      if (this.ended || Date.now() > deadline) {
        throw new Error(`${problem}; heard ${JSON.stringify(this.frames)}`);
      }
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, 100);
        this.#wake = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    }
  }

  close(): void {
    this.#stop.abort();
  }
}
