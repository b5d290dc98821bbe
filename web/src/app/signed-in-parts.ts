/** What every page of somebody signed in fetches after it is shown comes as one file. */
export { BackgroundKeepers } from '#app/BackgroundKeepers.tsx';
export { IntroCard } from '#features/profiles/IntroCard.tsx';
export { ownsRoom } from '#features/rooms/own-rooms.api.ts';
