export const places = {
  find: 'Find a place',
  town: 'Place, coordinates or link',
  towns: 'Towns',
  near: '{town}, {country}',
  kindNear: '{kind}, {near}',
  of: {
    coordinates: 'Coordinates',
    plusCode: 'Plus code',
    street: 'Street',
    station: 'Station',
    quarter: 'Neighborhood',
    town: 'Town',
    park: 'Park',
  },
  from: {
    google: 'From Google Maps',
    apple: 'From Apple Maps',
    openStreetMap: 'From OpenStreetMap',
    amap: 'From Amap',
    plusCodes: 'From plus.codes',
    geo: 'From a map link',
  },
  link: {
    short: 'Short links are not opened here. Open it in your browser and paste the long address.',
    noPlace: 'This link names no coordinates.',
  },
  none: 'No place begins like that',
  failed: 'Places could not be looked up. Please try again.',
} as const;

export const placesErrors = {
  POSITION_REQUIRED: 'Location access is required',
  PUBLIC_POSITION_REQUIRED: 'Location required for public access',
  POSITION_INCOMPLETE: 'latitude, longitude and radiusKm belong together',
  BOX_INCOMPLETE: 'west, south, east and north belong together',
} as const;
