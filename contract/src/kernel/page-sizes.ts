/** Page size of a list that was asked for without a limit. */
export const defaultPageSize = 50;

/** Page size of the lists on profiles and of one's own posts. */
export const profilePageSize = 6;
