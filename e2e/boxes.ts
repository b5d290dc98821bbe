import type { Locator } from '@playwright/test';

export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

/**
 * Where all of these lie at one moment, in pixels of the window. Asked for one by one they are boxes of different
 * moments, and a list that scrolls in between makes two neighbours lie anywhere.
 */
export async function boxesOf<Of extends Locator[]>(...elements: Of): Promise<{ [At in keyof Of]: Box }> {
  const handles = await Promise.all(elements.map((element) => element.elementHandle()));
  const boxes = await elements[0]!.page().evaluate(
    (shown) =>
      shown.map((element) => {
        const { x, y, width, height } = (element as Element).getBoundingClientRect();
        return { x, y, width, height };
      }),
    handles,
  );
  await Promise.all(handles.map((handle) => handle?.dispose()));
  return boxes as { [At in keyof Of]: Box };
}
