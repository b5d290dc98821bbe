import { MessageButton } from '#features/conversations/MessageButton.tsx';
import type { PersonAction } from '#features/rooms/Participants.tsx';

/** Beside somebody's name in lists of other features. */
export const messagePerson: PersonAction = (person) => <MessageButton person={person} look="icon" />;
