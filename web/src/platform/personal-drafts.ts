import { useCallback, useState, useSyncExternalStore } from 'react';
import { PersonalStore } from '#platform/personal-store.ts';
import { isRecord } from '#platform/storage.ts';

/** Texts that somebody began and did not send, kept on this device; the ones begun first make room for new ones. */
export class PersonalDrafts {
  readonly #limit: number;
  readonly #store: PersonalStore<Record<string, string>>;

  constructor(name: string, limit: number) {
    this.#limit = limit;
    this.#store = new PersonalStore(
      name,
      (value): value is Record<string, string> =>
        isRecord(value) && Object.values(value).every((text) => typeof text === 'string'),
    );
  }

  of(userId: string, id: string): string {
    return this.#store.read(userId)?.[id] ?? '';
  }

  keep(userId: string, id: string, text: string): void {
    this.#store.change(userId, (before) => {
      const { [id]: _, ...others } = before ?? {};
      const kept = text === '' ? others : { ...others, [id]: text };
      const entries = Object.entries(kept).slice(-this.#limit);
      return entries.length === 0 ? null : Object.fromEntries(entries);
    });
  }

  get subscribe() {
    return this.#store.subscribe;
  }
}

/** A text field whose words are there again after a reload; a visitor's stay as long as the field. */
export function usePersonalDraft(
  drafts: PersonalDrafts,
  userId: string | null,
  id: string,
): [string, (text: string) => void] {
  const [passing, setPassing] = useState('');
  const kept = useSyncExternalStore(drafts.subscribe, () => (userId === null ? '' : drafts.of(userId, id)));
  const keep = useCallback(
    (text: string) => (userId === null ? setPassing(text) : drafts.keep(userId, id, text)),
    [drafts, userId, id],
  );
  return [userId === null ? passing : kept, keep];
}
