import type { TestApp } from './test-app.ts';
import type { TestPerson } from './test-person.ts';

export interface KeptScene {
  readonly app: TestApp;
  /** Who leaves something in every table. */
  readonly ann: TestPerson;
  readonly bob: TestPerson;
}

/** A table that names a person; an account part of the area exports and erases it. */
export interface KeptRow {
  readonly table: string;
  /** Does something of which the table keeps that it was Ann; not there where being signed in is enough. */
  leave?(scene: KeptScene): Promise<unknown>;
  /** Why no account part needs to know the table. */
  readonly notKept?: string;
}
