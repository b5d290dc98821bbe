/** The texts of which SHA-256 is taken, in lower hex; the server writes links and browsers verify them. */

export const genesis = '0'.repeat(64);

/** The end of a chain: who keeps it elsewhere can show later that nothing before it was changed. */
export interface Head {
  number: number;
  hash: string;
}

/** `parts` is all that the link says for good, beginning with its number. */
export const linkText = (previous: string, parts: readonly unknown[]): string =>
  JSON.stringify([previous, ...parts]);

/** Binds what is personal without telling it: once the salt is erased nobody can try out what it was. */
export const commitmentText = (salt: string, personal: readonly unknown[]): string =>
  JSON.stringify([salt, ...personal]);
