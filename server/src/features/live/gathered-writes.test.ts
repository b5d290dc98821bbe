import { Writable } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { GatheredWrites } from './gathered-writes.service.ts';

/** Keeps what it was handed, each handing over as one text. */
class Kept extends Writable {
  readonly handed: string[] = [];
  override _write(chunk: Buffer, _encoding: string, done: () => void) {
    this.handed.push(chunk.toString());
    done();
  }
  override _writev(chunks: { chunk: Buffer }[], done: () => void) {
    this.handed.push(chunks.map(({ chunk }) => chunk.toString()).join(''));
    done();
  }
}

const streamsOf = (count: number) => Array.from({ length: count }, () => new Kept());
const reached = (streams: readonly Kept[]) => streams.filter(({ handed }) => handed.length > 0).length;

describe('frames for many streams', () => {
  it('are written to some of them in a turn, so that what comes in is read in between', async () => {
    const writing = new GatheredWrites<Kept>();
    const streams = streamsOf(120);
    for (const stream of streams) writing.write(stream, 'one\n\n');
    expect(reached(streams)).toBe(0);
    const seen: number[] = [];
    while (reached(streams) < streams.length) {
      await nextTurn();
      seen.push(reached(streams));
    }
    expect(seen).toEqual([25, 50, 75, 100, 120]);
  });

  it('keep their order in each, and go out together where one waits for its turn', async () => {
    const writing = new GatheredWrites<Kept>();
    const streams = streamsOf(60);
    for (const stream of streams) writing.write(stream, 'one ');
    await nextTurn();
    for (const stream of streams) writing.write(stream, Buffer.from('two '));
    for (let turn = 0; turn < 8; turn++) await nextTurn();
    expect(streams[0]!.handed).toEqual(['one ', 'two ']);
    expect(streams[59]!.handed).toEqual(['one two ']);
  });

  it('count as waiting until they are handed over', async () => {
    const writing = new GatheredWrites<Kept>();
    const [stream] = streamsOf(1);
    writing.write(stream!, '搭子');
    writing.write(stream!, Buffer.from('four'));
    expect(writing.waiting(stream!)).toBe(10);
    await nextTurn();
    expect(writing.waiting(stream!)).toBe(0);
  });

  it('come before the end, and are forgotten with the connection', async () => {
    const writing = new GatheredWrites<Kept>();
    const [ended, gone] = streamsOf(2);
    writing.write(ended!, 'signed_out');
    writing.end(ended!);
    writing.write(gone!, 'nobody hears');
    gone!.destroy();
    writing.forget(gone!);
    expect(writing.waiting(gone!)).toBe(0);
    await nextTurn();
    expect(ended!.handed).toEqual(['signed_out']);
    expect(ended!.writableEnded).toBe(true);
    expect(gone!.handed).toEqual([]);
  });
});
