import type { Writable } from 'node:stream';

/**
 * Streams that are written to in one turn of the event loop. A frame for 400 of them takes 5 ms of this thread, in
 * which no answer of the database is read; slices of 10 to 50 let the next message in after a third of a millisecond.
 */
const streamsInTurn = 25;

type Frame = string | Buffer;

interface Several {
  frames: Frame[];
  bytes: number;
}

/** Most streams wait with one frame: a list for each of thousands would keep the first of them waiting. */
type Held = Frame | Several;

const isOne = (held: Held): held is Frame => typeof held === 'string' || Buffer.isBuffer(held);

/**
 * Handing the system a frame costs more than the frame, so those of one turn go together: each stream's in their order,
 * and streams in that in which they began to wait.
 */
export class GatheredWrites<Stream extends Writable> {
  readonly #held = new Map<Stream, Held>();
  #isDue = false;

  write(stream: Stream, frame: Frame): void {
    const held = this.#held.get(stream);
    if (held === undefined) this.#held.set(stream, frame);
    else if (isOne(held)) {
      const bytes = Buffer.byteLength(held) + Buffer.byteLength(frame);
      this.#held.set(stream, { frames: [held, frame], bytes });
    } else {
      held.frames.push(frame);
      held.bytes += Buffer.byteLength(frame);
    }
    if (this.#isDue) return;
    this.#isDue = true;
    setImmediate(this.#writeSlice);
  }

  /** Bytes that the network has not taken, those included that wait here for their turn. */
  waiting(stream: Stream): number {
    const held = this.#held.get(stream);
    if (held === undefined) return stream.writableLength;
    return stream.writableLength + (isOne(held) ? Buffer.byteLength(held) : held.bytes);
  }

  /** Ends the stream after what was said before. */
  end(stream: Stream): void {
    this.#writeHeld(stream);
    stream.end();
  }

  /** The connection is gone, and with it what was to be said. */
  forget(stream: Stream): void {
    this.#held.delete(stream);
  }

  readonly #writeSlice = () => {
    let left = streamsInTurn;
    for (const stream of this.#held.keys()) {
      this.#writeHeld(stream);
      left--;
      if (left === 0) break;
    }
    this.#isDue = this.#held.size > 0;
    if (this.#isDue) setImmediate(this.#writeSlice);
  };

  #writeHeld(stream: Stream): void {
    const held = this.#held.get(stream);
    if (held === undefined) return;
    this.#held.delete(stream);
    stream.cork();
    for (const frame of isOne(held) ? [held] : held.frames) stream.write(frame);
    stream.uncork();
  }
}
