export const partLoadLimit_ms = 120_000;

/** The code of a part of the page did not come. */
export class PartNotLoaded extends Error {
  override name = 'PartNotLoaded';
}

/** Loads the code of a part; gives up after two minutes. */
export function loadInTime<Part>(load: () => Promise<Part>): Promise<Part> {
  return new Promise((resolve, reject) => {
    const fail = (cause: unknown) => {
      clearTimeout(timer);
      reject(new PartNotLoaded('A part of the page could not be loaded', { cause }));
    };
    const timer = setTimeout(() => fail(new Error('It took too long')), partLoadLimit_ms);
    load().then((part) => {
      clearTimeout(timer);
      resolve(part);
    }, fail);
  });
}
