import { useQuery } from '@tanstack/react-query';

/** Whether somebody owns a group; undefined while it is asked. The code for it comes after the first page. */
export function useOwnsGroup(userId: string | null): boolean | undefined {
  const { data } = useQuery({
    queryKey: ['rooms', 'owned', userId],
    queryFn: async () => (await import('./signed-in-parts.ts')).ownsRoom(userId!),
    enabled: userId !== null,
  });
  return data;
}
