/** Small pieces of flat SVG. A scene is 400 x 300 units and is shown at 1200 x 900 pixels. */

export function scene(background: string, ...shapes: readonly string[]): string {
  return [
    '<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="900" viewBox="0 0 400 300">',
    box(0, 0, 400, 300, background),
    ...shapes,
    '</svg>',
  ].join('');
}

export function box(x: number, y: number, width: number, height: number, fill: string, radius = 0): string {
  return `<rect x="${x}" y="${y}" width="${width}" height="${height}" rx="${radius}" fill="${fill}"/>`;
}

export function disc(x: number, y: number, radius: number, fill: string): string {
  return `<circle cx="${x}" cy="${y}" r="${radius}" fill="${fill}"/>`;
}

export function oval(x: number, y: number, radiusX: number, radiusY: number, fill: string): string {
  return `<ellipse cx="${x}" cy="${y}" rx="${radiusX}" ry="${radiusY}" fill="${fill}"/>`;
}

export function shape(outline: string, fill: string): string {
  return `<path d="${outline}" fill="${fill}"/>`;
}

export function stroke(course: string, colour: string, width: number): string {
  return `<path d="${course}" fill="none" stroke="${colour}" stroke-width="${width}" stroke-linecap="round" stroke-linejoin="round"/>`;
}

export function ring(x: number, y: number, radius: number, colour: string, width: number): string {
  return `<circle cx="${x}" cy="${y}" r="${radius}" fill="none" stroke="${colour}" stroke-width="${width}"/>`;
}

export function faded(opacity: number, ...shapes: readonly string[]): string {
  return `<g opacity="${opacity}">${shapes.join('')}</g>`;
}

export function placed(x: number, y: number, scale: number, ...shapes: readonly string[]): string {
  return `<g transform="translate(${x} ${y}) scale(${scale})">${shapes.join('')}</g>`;
}

export function turned(degrees: number, x: number, y: number, ...shapes: readonly string[]): string {
  return `<g transform="rotate(${degrees} ${x} ${y})">${shapes.join('')}</g>`;
}

export function mirrored(axisX: number, ...shapes: readonly string[]): string {
  return `<g transform="translate(${2 * axisX} 0) scale(-1 1)">${shapes.join('')}</g>`;
}

export function times(count: number, draw: (index: number) => string): string {
  return Array.from({ length: count }, (_, index) => draw(index)).join('');
}

export function cloud(x: number, y: number, scale: number, fill = '#f7fbfd'): string {
  return placed(x, y, scale, oval(0, 0, 34, 12, fill), disc(-10, -8, 13, fill), disc(10, -11, 16, fill));
}

export function roundTree(x: number, foot: number, scale: number, leaf: string, shade: string): string {
  return placed(
    x,
    foot,
    scale,
    box(-7, -60, 14, 60, '#8a6442'),
    disc(0, -92, 48, shade),
    disc(24, -70, 32, leaf),
    disc(-20, -76, 26, leaf),
  );
}

export function firTree(x: number, foot: number, height: number, fill: string): string {
  const half = height * 0.26;
  return shape(`M${x - half} ${foot}l${half} ${-height} ${half} ${height}Z`, fill);
}

export function standingFigure(x: number, foot: number, height: number, fill: string): string {
  const head = height * 0.13;
  const shoulder = height * 0.7;
  const half = height * 0.17;
  const body = `M${x - half} ${foot}c0-${shoulder * 0.7} ${half * 0.3}-${shoulder} ${half}-${shoulder}s${half} ${shoulder * 0.3} ${half} ${shoulder}Z`;
  return disc(x, foot - height + head, head, fill) + shape(body, fill);
}

export function steam(x: number, y: number, colour: string): string {
  return faded(0.7, stroke(`M${x} ${y}c-8-10 8-16 0-28M${x + 18} ${y}c-8-10 8-16 0-28`, colour, 4));
}
