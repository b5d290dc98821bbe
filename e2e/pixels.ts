import type { Page } from '@playwright/test';

/** Share of the pixels of a part of the screen that have about a colour. */
export async function shareOfColour(
  page: Page,
  [red, green, blue]: readonly [number, number, number],
  clip: { x: number; y: number; width: number; height: number },
): Promise<number> {
  const picture = (await page.screenshot({ clip })).toString('base64');
  return page.evaluate(
    async ({ source, wanted }) => {
      const image = new Image();
      image.src = `data:image/png;base64,${source}`;
      await image.decode();
      const canvas = new OffscreenCanvas(image.width, image.height);
      const context = canvas.getContext('2d')!;
      context.drawImage(image, 0, 0);
      const { data } = context.getImageData(0, 0, image.width, image.height);
      let found = 0;
      for (let at = 0; at < data.length; at += 4) {
        if (wanted.every((part, index) => Math.abs(data[at + index]! - part) <= 6)) found += 1;
      }
      return found / (data.length / 4);
    },
    { source: picture, wanted: [red, green, blue] },
  );
}
