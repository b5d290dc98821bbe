/** The current time; tests bring a clock of their own. */
export type Clock = () => Date;

export const systemClock: Clock = () => new Date();
