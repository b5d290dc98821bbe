import { MessageButton } from '#features/chat/conversations/MessageButton.tsx';
import type { PersonAction } from '#features/chat/rooms/Participants.tsx';

/** Beside somebody's name in lists of other features. */
export const messagePerson: PersonAction = (person) => <MessageButton person={person} look="icon" />;
