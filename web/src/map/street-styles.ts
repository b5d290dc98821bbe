import type { StyleSpecification } from 'maplibre-gl';
import { type ForeignStyle, fetchForeignStyle, givesTiles } from '#map/foreign-style.ts';
import { readMapColours } from '#map/map-colours.ts';
import type { MapAppearance } from '#map/map-provider.ts';
import type { MapView } from '#map/map-types.ts';
import { FAR_CREDITS, type MapCredit, OFFLINE_CREDITS, type StreetSources } from '#map/street-sources.ts';
import { buildStyle } from '#map/style.ts';
import type { extractStyle } from '#map/style-extracts.ts';
import type { openMapTilesStyle } from '#map/style-openmaptiles.ts';

/** Tiles of a source that came back as failures, in a row, until the offline world serves instead. */
const FAILURES_UNTIL_FALLBACK = 3;
const FIRST_LOOK_AGAIN_MS = 15_000;
const LONGEST_LOOK_AGAIN_MS = 120_000;

export interface ShownStyle {
  readonly style: StyleSpecification;
  readonly credits: readonly MapCredit[];
  /** A light style of somebody else under a dark interface. */
  readonly isDimmed: boolean;
}

interface StylesOptions {
  readonly container: HTMLElement;
  readonly streets: StreetSources;
  readonly signal: AbortSignal;
  getView(): MapView;
  /** What is to be shown has changed: the source failed, or is back. */
  onChange(): void;
}

/**
 * Which style the map shows: the one from elsewhere while its source gives something, else the offline world with
 * the extracts there are. Whatever fails, there is a map.
 */
export class StreetStyles {
  readonly #options: StylesOptions;
  #foreign: ForeignStyle | null = null;
  #extractStyle: typeof extractStyle | null = null;
  #ourLayers: typeof openMapTilesStyle | null = null;
  #failures = 0;
  #lookAgain_ms = FIRST_LOOK_AGAIN_MS;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(options: StylesOptions) {
    this.#options = options;
    options.signal.addEventListener('abort', () => clearTimeout(this.#timer));
  }

  /** Fetches what the first picture needs. */
  async prepare(): Promise<void> {
    const { streets } = this.#options;
    const [foreign] = await Promise.all([
      streets.hasStyle ? this.#fetchForeign() : null,
      streets.extracts.length > 0 && this.#loadExtractStyle(),
    ]);
    this.#foreign = foreign;
    if (streets.hasStyle && !foreign) this.#lookLater();
  }

  current({ language, theme }: MapAppearance): ShownStyle {
    const foreign = this.#foreign;
    const colours = readMapColours(this.#options.container);
    if (foreign?.isForOurLayers && this.#ourLayers) {
      const style = this.#ourLayers({ sources: foreign.style.sources, language, colours });
      return { style, credits: [...foreign.credits, ...FAR_CREDITS], isDimmed: false };
    }
    if (foreign) {
      const { style, credits } = foreign;
      return { style, credits, isDimmed: theme === 'dark' && foreign.isLight };
    }
    const extracts =
      this.#extractStyle?.(this.#options.streets.extracts, language, colours, location.origin) ?? null;
    return {
      style: buildStyle({ language, colours, extracts }),
      credits: OFFLINE_CREDITS,
      isDimmed: false,
    };
  }

  /** A tile of a source could not be had. */
  failed(sourceId: string | undefined): void {
    if (!this.#foreign || !sourceId || !(sourceId in this.#foreign.style.sources)) return;
    this.#failures += 1;
    if (this.#failures < FAILURES_UNTIL_FALLBACK) return;
    this.#failures = 0;
    this.#foreign = null;
    this.#options.onChange();
    this.#lookLater();
  }

  came(sourceId: string | undefined): void {
    if (!this.#foreign || !sourceId || !(sourceId in this.#foreign.style.sources)) return;
    this.#failures = 0;
    this.#lookAgain_ms = FIRST_LOOK_AGAIN_MS;
  }

  #lookLater(): void {
    const { signal } = this.#options;
    clearTimeout(this.#timer);
    if (signal.aborted) return;
    this.#timer = setTimeout(async () => {
      const foreign = await this.#fetchForeign();
      const isBack = foreign !== null && (await givesTiles(foreign, this.#options.getView(), signal));
      if (signal.aborted) return;
      if (isBack) {
        this.#foreign = foreign;
        this.#options.onChange();
        return;
      }
      this.#lookLater();
    }, this.#lookAgain_ms);
    this.#lookAgain_ms = Math.min(LONGEST_LOOK_AGAIN_MS, this.#lookAgain_ms * 2);
  }

  /** Without the layers for it a style is none. */
  async #fetchForeign(): Promise<ForeignStyle | null> {
    const foreign = await fetchForeignStyle(this.#options.signal);
    if (!foreign?.isForOurLayers) return foreign;
    try {
      this.#ourLayers = (await import('#map/style-openmaptiles.ts')).openMapTilesStyle;
      return foreign;
    } catch {
      return null;
    }
  }

  async #loadExtractStyle(): Promise<void> {
    try {
      this.#extractStyle = (await import('#map/style-extracts.ts')).extractStyle;
    } catch {
      // The offline world serves alone.
    }
  }
}
