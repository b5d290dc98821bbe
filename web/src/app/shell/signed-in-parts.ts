/** What every page of somebody signed in fetches after it is shown comes as one file. */

export { ownsRoom } from '#features/chat/rooms/own-rooms.api.ts';
export { IntroCard } from '#features/people/profiles/IntroCard.tsx';
export { BackgroundKeepers } from './BackgroundKeepers.tsx';
