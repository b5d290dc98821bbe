import { whenIdle } from './idle.ts';

/** How often it is looked whether everything that was asked for is there. */
const look_ms = 400;

/**
 * Does something when the browser has nothing better to do and nothing that the page shows is being asked for: one that
 * waits for an answer is idle, too. The answer calls it off.
 */
export function whenSettled(isAsking: () => boolean, act: () => void): () => void {
  let callOff = () => {};
  const look = () => {
    callOff = isAsking() ? later() : whenIdle(act);
  };
  const later = () => {
    const timer = setTimeout(look, look_ms);
    return () => clearTimeout(timer);
  };
  callOff = later();
  return () => callOff();
}
