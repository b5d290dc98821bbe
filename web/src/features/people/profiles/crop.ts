/** A square cut out of a picture, as somebody placed it under a round window. */
export interface Crop {
  /** 1 shows the shorter edge in full. */
  zoom: number;
  /** How far the picture's middle lies from the window's, in window widths. */
  x: number;
  y: number;
}

export interface Size {
  width: number;
  height: number;
}

export const zoomLimits = { least: 1, most: 4 } as const;
export const wholePicture: Crop = { zoom: 1, x: 0, y: 0 };

/** Width and height of the picture in window widths. */
export function shownSize({ width, height }: Size, zoom: number): Size {
  const shorter = Math.min(width, height);
  return { width: (width / shorter) * zoom, height: (height / shorter) * zoom };
}

const within = (value: number, limit: number) => Math.min(limit, Math.max(-limit, value)) || 0;

/** The nearest crop that leaves no edge of the window empty. */
export function heldCrop(picture: Size, { zoom, x, y }: Crop): Crop {
  const held = Math.min(zoomLimits.most, Math.max(zoomLimits.least, zoom));
  const shown = shownSize(picture, held);
  return { zoom: held, x: within(x, (shown.width - 1) / 2), y: within(y, (shown.height - 1) / 2) };
}

/** Zooms and keeps what is in the middle of the window there. */
export function zoomed(picture: Size, crop: Crop, zoom: number): Crop {
  const held = Math.min(zoomLimits.most, Math.max(zoomLimits.least, zoom));
  const ratio = held / crop.zoom;
  return heldCrop(picture, { zoom: held, x: crop.x * ratio, y: crop.y * ratio });
}

/** The square of the picture that is seen in the window, in its pixels. */
export function cutOut(picture: Size, crop: Crop): { x: number; y: number; edge: number } {
  const { zoom, x, y } = heldCrop(picture, crop);
  const edge = Math.min(picture.width, picture.height) / zoom;
  return {
    x: picture.width / 2 - x * edge - edge / 2,
    y: picture.height / 2 - y * edge - edge / 2,
    edge,
  };
}
