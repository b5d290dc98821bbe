/** The part of Google's maps library that is used; written out here because nothing else of it is. */
export interface GoogleLatLng {
  lat(): number;
  lng(): number;
}

interface LatLngLiteral {
  lat: number;
  lng: number;
}

interface GoogleListener {
  remove(): void;
}

interface StyleRule {
  featureType?: string;
  elementType?: string;
  stylers: Record<string, string>[];
}

export interface GoogleMapOptions {
  center?: LatLngLiteral;
  zoom?: number;
  minZoom?: number;
  maxZoom?: number;
  disableDefaultUI?: boolean;
  clickableIcons?: boolean;
  gestureHandling?: 'greedy';
  keyboardShortcuts?: boolean;
  isFractionalZoomEnabled?: boolean;
  backgroundColor?: string;
  styles?: readonly StyleRule[] | null;
}

export interface GoogleMap {
  getCenter(): GoogleLatLng | undefined;
  getZoom(): number | undefined;
  moveCamera(camera: { center: LatLngLiteral; zoom: number }): void;
  panTo(centre: LatLngLiteral): void;
  panBy(x: number, y: number): void;
  setZoom(zoom: number): void;
  setOptions(options: GoogleMapOptions): void;
  addListener(event: string, handler: () => void): GoogleListener;
}

export interface GoogleMapsApi {
  Map: new (element: HTMLElement, options: GoogleMapOptions) => GoogleMap;
  event: { clearInstanceListeners(instance: object): void; trigger(instance: object, event: string): void };
}

declare global {
  interface Window {
    google?: { maps?: GoogleMapsApi };
    /** Called by Google's script when the key is refused, perhaps long after the map stood. */
    gm_authFailure?: () => void;
  }
}
