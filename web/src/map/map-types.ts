import type { ComponentType } from 'react';

export interface MapPlace {
  readonly latitude: number;
  readonly longitude: number;
}

export interface MapView extends MapPlace {
  readonly zoom: number;
}

/** In degrees; west is greater than east when the bounds cross the date line. */
export interface MapBounds {
  readonly west: number;
  readonly south: number;
  readonly east: number;
  readonly north: number;
}

export interface MapPin extends MapPlace {
  readonly id: string;
  readonly kind: 'post' | 'room' | 'plan';
  /** A post with pictures or a video shows a picture glyph. */
  readonly hasMedia?: boolean;
  /** What a plan is about, drawn in its diamond; given as one component for one activity. */
  readonly glyph?: ComponentType<{ className?: string }>;
  /** Below a plan: when it starts. */
  readonly tag?: string;
  /** Drawn paler than the others, as a plan that is full. */
  readonly isPale?: boolean;
  /** Stands for about so many posts, or plans, that are not known one by one; a click zooms in to them. */
  readonly count?: number;
  /** Shown at the corner of a room. */
  readonly memberCount?: number;
  /** The accessible name; also the line in the list of pins at the same place. */
  readonly label: string;
  /** Language of the label, when it is what somebody wrote. */
  readonly labelLanguage?: string;
}

export interface OwnPosition extends MapPlace {
  /** Accuracy of an exact position, or the area of an approximate one; both are drawn as the halo. */
  readonly radius_m?: number;
}

/** Everything within a distance of a place, such as the join radius of a room. */
export interface MapCircle extends MapPlace {
  readonly radius_m: number;
}

/** A place with a name of its own, such as where people meet. */
export interface MapMark extends MapPlace {
  readonly label: string;
}

/** Somewhere within a box around a place, such as where people meet who do not say where. */
export interface MapCell extends MapPlace {
  /** Half of its height and width, in degrees. */
  readonly halfLatitude: number;
  readonly halfLongitude: number;
  readonly label: string;
}

/** Parts of the map, in px, that floating panels cover. */
export interface MapPadding {
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
  readonly left: number;
}

export interface ScreenPoint {
  readonly x: number;
  readonly y: number;
}

export type MapLanguage = 'en' | 'ja' | 'zh';
export type MapTheme = 'light' | 'dark';

export const DEFAULT_VIEW: MapView = { latitude: 37.7749, longitude: -122.4194, zoom: 12 };
export const FOCUS_ZOOM = 16;
export const DEEPEST_ZOOM = 18;
export const NO_PADDING: MapPadding = { top: 0, right: 0, bottom: 0, left: 0 };
