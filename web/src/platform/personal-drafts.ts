import { useCallback, useEffect, useSyncExternalStore } from 'react';
import { passingWords } from '#platform/passing-words.ts';
import { PersonalStore } from '#platform/personal-store.ts';
import { isRecord } from '#platform/storage.ts';

/** A field that comes back by then has not gone. */
const comesBack_ms = 10_000;

/** Texts that somebody began and did not send, kept on this device; the ones begun first make room for new ones. */
export class PersonalDrafts {
  readonly #name: string;
  readonly #limit: number;
  readonly #leaving = new Map<string, ReturnType<typeof setTimeout>>();
  readonly #listeners = new Set<() => void>();
  readonly #store: PersonalStore<Record<string, string>>;

  constructor(name: string, limit: number) {
    this.#name = name;
    this.#limit = limit;
    this.#store = new PersonalStore(
      name,
      (value): value is Record<string, string> =>
        isRecord(value) && Object.values(value).every((text) => typeof text === 'string'),
      { outlives: true },
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

  /** What stands in the field of a visitor. What came back and is somebody's is theirs alone. */
  passing(id: string): string {
    const words = passingWords.get(this.#place(id));
    return words && !(words.isHanded && words.of !== null) ? words.text : '';
  }

  /** A visitor writes. */
  pass(id: string, text: string): void {
    const place = this.#place(id);
    const before = this.passing(id) === '' ? undefined : passingWords.get(place);
    if (text === '') passingWords.delete(place);
    else passingWords.set(place, { of: null, isHanded: false, ...before, text });
    this.#tell();
  }

  /** The session was over when they were sent: they stay in the field, and are nobody else's. */
  outlive(userId: string, id: string, text: string): void {
    passingWords.set(this.#place(id), { text, of: userId, isHanded: false });
    this.#tell();
  }

  /** The field of a visitor comes; answers how it goes. */
  enter(id: string): () => void {
    const place = this.#place(id);
    clearTimeout(this.#leaving.get(place));
    return () => {
      const words = passingWords.get(place);
      const hide = () => {
        if (words) words.isHanded = true;
      };
      // With the session what is around the field was forgotten, and is asked for again.
      if (words?.of) this.#leaving.set(place, setTimeout(hide, comesBack_ms));
      else if (!words?.isHanded) passingWords.delete(place);
    };
  }

  /** Somebody is signed in: what they wrote before they were is theirs. */
  claim(userId: string, id: string): void {
    const words = passingWords.get(this.#place(id));
    passingWords.delete(this.#place(id));
    if (words && (words.of ?? (words.isHanded ? userId : null)) === userId) this.keep(userId, id, words.text);
  }

  readonly subscribe = (listener: () => void) => {
    const forget = this.#store.subscribe(listener);
    this.#listeners.add(listener);
    return () => {
      forget();
      this.#listeners.delete(listener);
    };
  };

  #place(id: string): string {
    return `${this.#name} ${id}`;
  }

  #tell(): void {
    for (const listener of this.#listeners) listener();
  }
}

/**
 * A text field whose words are there again after a reload; a visitor's stay as long as the field, and over a sign-in
 * that begins in this tab.
 */
export function usePersonalDraft(
  drafts: PersonalDrafts,
  userId: string | null,
  id: string,
): [string, (text: string) => void] {
  const text = useSyncExternalStore(drafts.subscribe, () =>
    userId === null ? drafts.passing(id) : drafts.of(userId, id),
  );
  const keep = useCallback(
    (next: string) => (userId === null ? drafts.pass(id, next) : drafts.keep(userId, id, next)),
    [drafts, userId, id],
  );
  useEffect(() => {
    if (userId === null) return drafts.enter(id);
    drafts.claim(userId, id);
  }, [drafts, userId, id]);
  return [text, keep];
}
