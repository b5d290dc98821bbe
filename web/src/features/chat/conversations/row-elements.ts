/** The elements of the rows that are drawn of a list, each of which carries the key of its row. */

export const rowElements = (content: HTMLElement) => [...content.querySelectorAll<HTMLElement>('[data-row]')];

export const rowElement = (content: HTMLElement, key: string) =>
  content.querySelector<HTMLElement>(`[data-row="${CSS.escape(key)}"]`);

/** What was said in a row: its name and its time come and go, this stays. */
export const saidIn = (row: HTMLElement) => row.querySelector<HTMLElement>('[data-sequence]') ?? row;

export const saidUnder = (content: HTMLElement, sequence: string) =>
  content.querySelector<HTMLElement>(`[data-sequence="${sequence}"]`);

export const topOf = (element: Element) => element.getBoundingClientRect().top;
export const bottomOf = (element: Element) => element.getBoundingClientRect().bottom;

/** The key of the last row that begins above the lower edge of what is seen. */
export function lastKeyInSight(scroller: HTMLElement, content: HTMLElement): string | undefined {
  const edge = bottomOf(scroller);
  return rowElements(content).findLast((row) => topOf(row) < edge)?.dataset.row;
}
