import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, render, renderHook } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { createQueryClient } from '#platform/query-client.ts';

/**
 * Draws an element, with whatever its effects and the answers to them bring at once. A container that was drawn into
 * before is drawn anew; without one the page gets a new one.
 */
export const draw = (element: ReactNode, container?: HTMLElement) =>
  act(async () => render(element, container && { container }));

/** Gives what stands in it a client, with which it asks the server. */
export function Asking({ client, children }: { client: QueryClient; children: ReactNode }) {
  return <QueryClientProvider client={client}>{children}</QueryClientProvider>;
}

/** Runs a hook that asks the server in a component of its own. */
export const drawHook = <Given,>(hook: () => Given, client = createQueryClient()) =>
  act(async () =>
    renderHook(hook, { wrapper: ({ children }) => <Asking client={client}>{children}</Asking> }),
  );

/** The document is named each time, because files share the modules of one process but not its page. */
const somebody = () => userEvent.setup({ document, delay: null });

/** Lets what an act began come to its end, as far as nothing outside is waited for. */
const settled = () => act(async () => {});

/** Clicks as a person does. Tests that hold the clock fire the event themselves, for the pauses in this would never end. */
export async function press(element: Element): Promise<void> {
  await somebody().click(element);
  await settled();
}

/** Puts a text in the place of what stands in a field, key by key. */
export async function write(field: Element, text: string): Promise<void> {
  const user = somebody();
  await user.clear(field);
  if (text !== '') await user.type(field, text);
  await settled();
}
