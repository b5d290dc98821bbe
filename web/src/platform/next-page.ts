interface Pages {
  /** As it was loaded, or as one list. */
  data: { readonly pages: readonly unknown[] } | readonly unknown[] | undefined;
}

/** Of a list that comes page by page what is needed to have one more. */
interface Growing extends Pages {
  fetchNextPage(): Promise<
    Pages & { hasNextPage: boolean; isError: boolean; fetchNextPage: Growing['fetchNextPage'] }
  >;
}

/** What is refreshed again and again does not let a page through. */
const attempts = 5;

/**
 * One more page of a list. When something is heard meanwhile, the list is refreshed and the page that was under way is
 * given up: it is asked for again then, for whoever wanted it would not know.
 */
export async function loadNextPage(list: Growing): Promise<void> {
  const before = lengthOf(list);
  let { fetchNextPage } = list;
  for (let attempt = 0; attempt < attempts; attempt++) {
    const now = await fetchNextPage();
    if (now.isError || !now.hasNextPage || lengthOf(now) > before) return;
    fetchNextPage = now.fetchNextPage;
  }
}

const lengthOf = ({ data = [] }: Pages): number => ('pages' in data ? data.pages : data).length;
