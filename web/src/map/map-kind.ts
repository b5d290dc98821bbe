import type { User } from '@dazi/contract/identity/identity';
import type { Position } from '@dazi/contract/places/places';
import type { ReactNode, RefObject } from 'react';
import type { MapHandle } from './MapCanvas.tsx';
import type { MapPopoverContent } from './MapPopover.tsx';
import type { CreateMapProvider } from './map-provider.ts';
import type { MapCell, MapCircle, MapPadding, MapPin } from './map-types.ts';
import type { ShownView } from './use-map-view.ts';

/** What surrounds the kinds of things on the map: who looks, from where, and what they may ask of the page. */
export interface MapSurroundings {
  readonly user: User | null;
  /** The own position, once it is known and allowed. */
  readonly position: Position | null;
  /** The own position, or where somebody looks around without one. */
  readonly centre: Position;
  /** The position may become known in a moment. */
  readonly isAwaited: boolean;
  readonly map: RefObject<MapHandle | null>;
  /** What the map shows at this moment. */
  readonly shown: ShownView | null;
  readonly padding: MapPadding;
  /** For another piece of map; null while it is not known which. */
  readonly createProvider: CreateMapProvider | null;
  /** A mouse that lingers over a row shows its preview; a list over the map would have it come between. */
  readonly previewsRows: boolean;
  showPlace(place: Position): void;
  /** Small screens have no room for the list beside what is to be seen on the map. */
  makeRoomForMap(): void;
}

/** What is looked at: null while the map stands where nobody is, about to go on; with the cells it lies in, near by. */
export interface LookedAt {
  readonly view: ShownView | null;
  readonly cells: readonly number[];
}

/** Narrowing down what is shown, in the place of the bar above the map. */
export interface KindFilters {
  readonly isOpen: boolean;
  open(): void;
  readonly panel: ReactNode;
  /** The bar when the panel is closed; takes what else belongs beside it. */
  bar(beside: ReactNode): ReactNode;
}

/** One kind of thing as it is on the map now. */
export interface KindOnMap {
  readonly pins: readonly MapPin[];
  /** The pin whose popover stays until it is closed. */
  readonly selectedPinId: string | null;
  readonly popover: MapPopoverContent | null;
  /** Its detail lies over the map. */
  readonly isOpen: boolean;
  /** What is drawn around it; undefined where it has nothing to say, null for nothing at all. */
  readonly circle: MapCircle | null | undefined;
  /** Where what somebody looks at is, roughly. */
  readonly cell?: MapCell | null;
  click(pinId: string): void;
  /** Null when the mouse left; `isElsewhere` when it is on a pin of another kind. */
  hover(pinId: string | null, isElsewhere: boolean): void;
  /** A pin of another kind was clicked. */
  deselect(): void;
  /** The bare map was clicked. */
  dismiss(): void;
  readonly panel: {
    readonly label: string;
    /** How many are listed; undefined as long as nothing is known. */
    readonly count: number | undefined;
    readonly summary: string;
    /** Where the own ones are. */
    readonly link?: { readonly to: string; readonly text: string } | undefined;
    readonly content: ReactNode;
    /** What somebody makes here; on small screens the main button while this is open. */
    readonly make?: { readonly text: string; run(): void } | undefined;
  };
  readonly filters?: KindFilters;
  /** Asks something of the map, in place of what else lies over it. */
  readonly question?: ReactNode;
  /** Details and dialogs. */
  readonly dialogs: ReactNode;
}

/** What of a kind is opened by the address. */
export interface OpenedKind {
  /** Where it lies, once that is known. */
  readonly place: Position | undefined;
}

/** A kind of thing that has pins, a popover, a panel and details on the map. */
export interface MapKind<Opened extends OpenedKind = OpenedKind> {
  /** The kind of its pins, and the name of its panel. */
  readonly name: MapPin['kind'];
  /** A hook: what of it is opened by the address. Where the map looks first depends on it. */
  useOpened(around: MapSurroundings): Opened;
  /** A hook: what it is on the map, given what `useOpened` answered. */
  useOnMap(around: MapSurroundings, lookedAt: LookedAt, opened: Opened): KindOnMap;
}
