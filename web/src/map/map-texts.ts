/** How many posts, rooms and plans stand under one number. */
export interface Held {
  readonly posts: number;
  readonly rooms: number;
  readonly plans: number;
}

/** Every string the map shows or says; it knows no language itself. */
export interface MapTexts {
  /** Name of the map for screen readers; it should say that arrow keys move and + and - zoom. */
  readonly map: string;
  readonly zoomIn: string;
  readonly zoomOut: string;
  readonly locate: string;
  readonly loading: string;
  readonly errorTitle: string;
  readonly errorText: string;
  readonly builtInErrorTitle: string;
  readonly builtInErrorText: string;
  readonly tryAgain: string;
  readonly useBuiltIn: string;
  readonly ownPosition: string;
  readonly attribution: string;
  readonly close: string;
  /** Accessible name of a cluster, such as "24 posts and 2 groups, zoom in to see them". */
  cluster(held: Held): string;
  /** The same for a number that is not exact, such as "About 1,200 posts". */
  about(held: Held): string;
  /** Accessible name of pins at one place, and title of their list, such as "12 posts at the same place". */
  samePlace(held: Held): string;
  /** Label of a ring and of the scale bar, such as "500 m" or "5 km". */
  distance(metres: number): string;
}
