import { MessageButton } from '#features/chat/conversations/MessageButton.tsx';
import type { PersonAction } from '#features/chat/rooms/Participants.tsx';

export const messagePerson: PersonAction = (person) => <MessageButton person={person} look="icon" />;
