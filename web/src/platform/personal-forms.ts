import { useCallback, useState, useSyncExternalStore } from 'react';
import { PersonalStore } from '#platform/personal-store.ts';
import { isRecord } from '#platform/storage.ts';

/** Forms that somebody began and did not send, kept on this device; the ones begun first make room for new ones. */
export class PersonalForms<Form> {
  readonly #limit: number;
  readonly #store: PersonalStore<Record<string, Form>>;

  constructor(name: string, accepts: (value: unknown) => value is Form, limit: number) {
    this.#limit = limit;
    this.#store = new PersonalStore(
      name,
      (value): value is Record<string, Form> => isRecord(value) && Object.values(value).every(accepts),
      { outlives: true },
    );
  }

  of(userId: string, id: string): Form | null {
    return this.#store.read(userId)?.[id] ?? null;
  }

  /** The same without what this tab remembers, for a form that may have been sent from another one. */
  latest(userId: string, id: string): Form | null {
    return this.#store.latest(userId)?.[id] ?? null;
  }

  /** Null where it was sent, or is as it was at the beginning. */
  keep(userId: string, id: string, form: Form | null): void {
    this.#store.change(userId, (before) => {
      if (form === null && before?.[id] === undefined) return before;
      const { [id]: _, ...others } = before ?? {};
      const entries = Object.entries(form === null ? others : { ...others, [id]: form }).slice(-this.#limit);
      return entries.length === 0 ? null : Object.fromEntries(entries);
    });
  }

  readonly subscribe = (listener: () => void) => this.#store.subscribe(listener);
}

export interface PersonalForm<Form> {
  form: Form;
  change(changes: Partial<Form>): void;
  /** It was sent, or is not wanted any more. */
  forget(): void;
  /** Whether it was begun before it was opened here. */
  wasKept: boolean;
}

/** A form that is there again after a reload, and when its person comes back to a session that ended. */
export function usePersonalForm<Form extends object>(
  forms: PersonalForms<Form>,
  userId: string,
  id: string,
  empty: Form,
): PersonalForm<Form> {
  const kept = useSyncExternalStore(forms.subscribe, () => forms.of(userId, id));
  const [wasKept] = useState(kept !== null);
  const change = useCallback(
    (changes: Partial<Form>) => {
      const next = { ...empty, ...forms.of(userId, id), ...changes };
      const isEmpty = JSON.stringify(next) === JSON.stringify(empty);
      forms.keep(userId, id, isEmpty ? null : next);
    },
    [forms, userId, id, empty],
  );
  const forget = useCallback(() => forms.keep(userId, id, null), [forms, userId, id]);
  return { form: kept ?? empty, change, forget, wasKept };
}
