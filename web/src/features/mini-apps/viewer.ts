import { createContext, type ReactNode, useContext } from 'react';

/** Who looks at the cards, and what other parts of the page lend them. */
export interface MiniAppViewer {
  readonly userId: string;
  /** Leads into the conversation with somebody. */
  messageButton(person: { id: string; name: string }): ReactNode;
}

const Viewer = createContext<MiniAppViewer | null>(null);

export const ViewerProvider = Viewer.Provider;

export function useViewer(): MiniAppViewer {
  const viewer = useContext(Viewer);
  if (!viewer) throw new Error('A mini app is shown to nobody');
  return viewer;
}
