import type { QueryClient } from '@tanstack/react-query';

/** What waits for whoever is signed in, counted for the header; several areas add to it. */
export const waitingCountKey = ['waiting-count'] as const;

/** Whoever changes something that is counted there has it counted again. */
export const refreshWaitingCount = (client: QueryClient) =>
  client.invalidateQueries({ queryKey: waitingCountKey });
