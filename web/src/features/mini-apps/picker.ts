import type { MiniAppCategory } from '@dazi/contract/mini-apps/mini-app-kit';

export interface Offered {
  type: string;
  name: string;
  description: string;
  category: MiniAppCategory;
  /** The category in the reader's language. */
  categoryName: string;
}

const folded = (text: string) => text.normalize('NFKC').toLocaleLowerCase();

/** Every word of the query stands in name, description or category. */
export function offeredFor<Of extends Offered>(
  offered: readonly Of[],
  category: MiniAppCategory | 'all',
  query: string,
): Of[] {
  const words = folded(query)
    .split(/\s+/)
    .filter((word) => word !== '');
  return offered.filter((one) => {
    if (category !== 'all' && one.category !== category) return false;
    const text = folded(`${one.name} ${one.description} ${one.category} ${one.categoryName}`);
    return words.every((word) => text.includes(word));
  });
}
