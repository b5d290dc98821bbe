import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react';
import { type CreateMapProvider, FinalMapFailure, type MapAppearance } from '#map/map-provider.ts';
import { MapStage } from '#map/map-stage.ts';
import type { MapPadding, MapView } from '#map/map-types.ts';
import { type MapCredit, OFFLINE_CREDITS } from '#map/street-sources.ts';

const AUTOMATIC_RETRIES = 3;
const FIRST_RETRY_MS = 500;

export interface MapStageOptions {
  readonly createProvider: CreateMapProvider;
  readonly initialView: MapView;
  readonly padding: MapPadding;
  readonly appearance: MapAppearance;
  readonly label: string;
  onReady(): void;
  onSettle(stage: MapStage, reason: { byHand: boolean }): void;
  onFrame(stage: MapStage): void;
  onClick(): void;
}

export type MapStatus = 'loading' | 'ready' | 'failed';

export interface StageState {
  readonly stage: MapStage | null;
  readonly status: MapStatus;
  readonly credits: readonly MapCredit[];
  tryAgain(): void;
}

/** Makes the map, makes it anew when it fails, at most three times by itself, and takes it down. */
export function useMapStage(container: RefObject<HTMLElement | null>, options: MapStageOptions): StageState {
  const [stage, setStage] = useState<MapStage | null>(null);
  const [status, setStatus] = useState<MapStatus>('loading');
  const [credits, setCredits] = useState(OFFLINE_CREDITS);
  const [attempt, setAttempt] = useState(0);
  const retries = useRef(0);
  const lastView = useRef<MapView | null>(null);
  const { createProvider } = options;
  const latest = useRef(createProvider);

  const settle = useEffectEvent((current: MapStage, reason: { byHand: boolean }) => {
    lastView.current = current.provider.getView();
    options.onSettle(current, reason);
  });
  const frame = useEffectEvent((current: MapStage) => options.onFrame(current));
  const click = useEffectEvent(() => options.onClick());
  const ready = useEffectEvent(() => {
    retries.current = 0;
    setStatus('ready');
    options.onReady();
  });
  const settings = useEffectEvent((element: HTMLElement) => ({
    container: element,
    view: lastView.current ?? options.initialView,
    padding: options.padding,
    appearance: options.appearance,
    label: options.label,
  }));

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new attempt is the point of `attempt`
  useEffect(() => {
    const element = container.current;
    if (element === null) return;
    if (latest.current !== createProvider) {
      // Another map, which has not failed yet.
      latest.current = createProvider;
      retries.current = 0;
      setStatus('loading');
    }
    const abort = new AbortController();
    let current: MapStage | null = null;
    let retryTimer: ReturnType<typeof setTimeout> | undefined;
    let hasFailed = false;
    let isFinal = false;
    const fail = (error: unknown) => {
      isFinal ||= error instanceof FinalMapFailure;
      // One attempt may report several failures: it is made anew once.
      if (abort.signal.aborted || (hasFailed && !isFinal)) return;
      hasFailed = true;
      if (retries.current >= AUTOMATIC_RETRIES || isFinal) {
        clearTimeout(retryTimer);
        setStatus('failed');
        return;
      }
      setStatus('loading');
      clearTimeout(retryTimer);
      retryTimer = setTimeout(
        () => setAttempt((number) => number + 1),
        FIRST_RETRY_MS * 2 ** retries.current,
      );
      retries.current += 1;
    };
    const withStage = (act: (known: MapStage) => void) => {
      if (current !== null && !abort.signal.aborted) act(current);
    };
    createProvider({
      ...settings(element),
      signal: abort.signal,
      events: {
        onFrame: () =>
          withStage((known) => {
            known.frame();
            frame(known);
          }),
        onSettle: (reason) => withStage((known) => settle(known, reason)),
        onClick: () => withStage(() => click()),
        onReady: () => {
          // A map that was refused may say that it is drawn.
          if (isFinal) return;
          // It stands after all: what befalls it later counts anew.
          hasFailed = false;
          withStage(() => ready());
        },
        onCredits: (shown) => !abort.signal.aborted && setCredits(shown),
        onFailure: fail,
      },
    }).then((provider) => {
      if (abort.signal.aborted) {
        provider.destroy();
        return;
      }
      current = new MapStage(provider);
      setStage(current);
      settle(current, { byHand: false });
    }, fail);
    return () => {
      abort.abort();
      clearTimeout(retryTimer);
      setStage(null);
      current?.provider.destroy();
    };
  }, [container, createProvider, attempt]);

  const tryAgain = () => {
    retries.current = 0;
    setStatus('loading');
    setAttempt((number) => number + 1);
  };
  return { stage, status, credits, tryAgain };
}
