/**
 * A question that one part of the house asks and another one answers which it may not import, because that one stands
 * further down. The asking part declares the port, the answering area fills it, and the house plugs them together.
 */
export interface Port<Answer> {
  readonly says: string;
  /** Ports of different answers are different types; nothing is ever kept here. */
  readonly answer?: Answer;
}

/** `says` completes the sentence "Nobody answers …", for whoever starts a house with a port left open. */
export const port = <Answer>(says: string): Port<Answer> => ({ says });

export interface Fill {
  readonly port: Port<unknown>;
  readonly answer: unknown;
}

export const fill = <Answer>(filled: Port<Answer>, answer: Answer): Fill => ({ port: filled, answer });

export class Ports {
  readonly #answers = new Map<Port<unknown>, unknown>();

  /** Throws when two answer one question. */
  constructor(fills: readonly Fill[]) {
    for (const { port, answer } of fills) {
      if (this.#answers.has(port)) throw new Error(`Two answer ${port.says}`);
      this.#answers.set(port, answer);
    }
  }

  /** Throws when nobody answers: houses are put together at start, so it is seen there. */
  get<Answer>(asked: Port<Answer>): Answer {
    if (!this.#answers.has(asked)) throw new Error(`Nobody answers ${asked.says}`);
    return this.#answers.get(asked) as Answer;
  }
}
