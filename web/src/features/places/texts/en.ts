export const places = {
  find: 'Find a place',
  town: 'Place or coordinates',
  towns: 'Towns',
  near: '{town}, {country}',
  coordinates: 'Coordinates',
  none: 'No place begins like that',
  failed: 'Places could not be looked up. Please try again.',
} as const;

export const placesErrors = {
  POSITION_REQUIRED: 'Location access is required',
  PUBLIC_POSITION_REQUIRED: 'Location required for public access',
  POSITION_INCOMPLETE: 'latitude, longitude and radiusKm belong together',
  BOX_INCOMPLETE: 'west, south, east and north belong together',
} as const;
