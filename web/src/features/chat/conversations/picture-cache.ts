/** Pictures of collages that are remembered, and the share that goes when there are more. */
export const cachedPictures = 100;
export const droppedShare = 0.2;

/** Whether a picture could be loaded, so that a collage that scrolls back in need not try again. */
export type PictureState = 'loaded' | 'broken';

/** Remembers by address, the latest ones; above the limit the oldest fifth goes. */
export class PictureCache {
  readonly #states = new Map<string, PictureState>();

  get(url: string): PictureState | undefined {
    return this.#states.get(url);
  }

  set(url: string, state: PictureState): void {
    this.#states.delete(url);
    this.#states.set(url, state);
    if (this.#states.size <= cachedPictures) return;
    const dropped = [...this.#states.keys()].slice(0, Math.floor(cachedPictures * droppedShare));
    for (const key of dropped) this.#states.delete(key);
  }

  delete(url: string): void {
    this.#states.delete(url);
  }

  get size(): number {
    return this.#states.size;
  }
}
