/** Where somebody's profile is. */
export const profilePath = (userId: string) => `/profile/${encodeURIComponent(userId)}`;
