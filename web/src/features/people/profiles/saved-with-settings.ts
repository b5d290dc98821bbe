import { createContext, useContext, useEffect } from 'react';

/** Stores what was changed elsewhere in the settings; null is nothing. */
export type SaveChanges = (() => Promise<unknown>) | null;

export const SavedWithSettings = createContext<(save: SaveChanges) => void>(() => {});

/** Leaves it to the Save of the settings to store changes, and to Cancel to forget them. */
export function useSavedWithSettings(save: SaveChanges): void {
  const register = useContext(SavedWithSettings);
  useEffect(() => {
    register(save);
    return () => register(null);
  }, [register, save]);
}
