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
  readonly tryAgain: string;
  readonly useBuiltIn: string;
  readonly ownPosition: string;
  readonly attribution: string;
  readonly close: string;
  /** Accessible name of a cluster, such as "24 posts and groups, zoom in". */
  cluster(count: number): string;
  /** The same for a number that is not exact, such as "About 1,200 posts". */
  about(count: number): string;
  /** Accessible name of pins at one place, and title of their list, such as "12 at this place". */
  samePlace(count: number): string;
  /** Label of a ring and of the scale bar, such as "500 m" or "5 km". */
  distance(metres: number): string;
}
