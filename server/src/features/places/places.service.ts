export { appliedDisplay, displayedPosition } from './places.rules.ts';
