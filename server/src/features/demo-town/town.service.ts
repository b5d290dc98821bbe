import type { Deps } from '#platform/deps.ts';
import type { Actor } from '#platform/http/viewer.ts';
import type { PictureName } from './pictures.data.ts';

export const minute_ms = 60_000;

/** These deps at another time: the past of the town goes through the same rules as the present. */
export const at = (deps: Deps, instant: Date): Deps => {
  const moved: Deps = {
    ...deps,
    clock: () => instant,
    transact: (work) => deps.transact((inner) => work({ ...inner, clock: moved.clock })),
  };
  return moved;
};

export interface Town {
  readonly deps: Deps;
  readonly actors: ReadonlyMap<string, Actor>;
  readonly pictures: ReadonlyMap<PictureName, string>;
  readonly now: Date;
  /** Somebody of the town did something at some time. */
  seen(who: string, when: Date): void;
}

/** When all have ended, one way or the other: whoever is told of a failure finds nobody still at work. */
export async function allOf<Results extends unknown[]>(
  work: { [Each in keyof Results]: Promise<Results[Each]> },
) {
  await Promise.allSettled(work);
  return Promise.all(work);
}
