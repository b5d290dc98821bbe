import { useEffect } from 'react';

export function usePageTitle(title: string | null): void {
  useEffect(() => {
    if (title === null) return;
    const before = document.title;
    document.title = `${title} · Dazi`;
    return () => {
      document.title = before;
    };
  }, [title]);
}
