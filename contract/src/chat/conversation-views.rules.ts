/** How the own conversations are sorted; pinned ones come first in every order but `created_at`. */
export const conversationSorts = ['last_message', 'created_at', 'unread_first', 'pinned_first'] as const;
