import { expect, type Locator } from '@playwright/test';

export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** Two frames one after the other; null while something is not there, is nowhere yet or moves. */
async function boxesAtRest(elements: readonly Locator[]): Promise<Box[] | null> {
  const handles = await Promise.all(elements.map((element) => element.elementHandle()));
  const boxes = await elements[0]!.page().evaluate(async (shown) => {
    const read = () =>
      shown.map((element) => {
        const { x, y, width, height } = (element as Element).getBoundingClientRect();
        return { x, y, width, height };
      });
    const before = read();
    await new Promise(requestAnimationFrame);
    const now = read();
    const isThere = shown.every((element) => element!.isConnected) && now.every(({ width }) => width > 0);
    return isThere && JSON.stringify(before) === JSON.stringify(now) ? now : null;
  }, handles);
  await Promise.all(handles.map((handle) => handle?.dispose()));
  return boxes;
}

/**
 * Where all of these lie at one moment, at rest, in pixels of the window. Asked for one by one they are boxes of
 * different moments, and a list that scrolls in between makes two neighbours lie anywhere.
 */
export async function boxesOf<Of extends Locator[]>(...elements: Of): Promise<{ [At in keyof Of]: Box }> {
  let boxes: Box[] | null = null;
  await expect
    .poll(async () => {
      boxes = await boxesAtRest(elements);
      return boxes !== null;
    })
    .toBe(true);
  return boxes as unknown as { [At in keyof Of]: Box };
}
