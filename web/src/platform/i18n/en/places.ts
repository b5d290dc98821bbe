export const places = {
  find: 'Find a place',
  town: 'Place or coordinates',
  towns: 'Towns',
  near: '{town}, {country}',
  coordinates: 'Coordinates',
  none: 'No place begins like that',
  failed: 'Places could not be looked up. Please try again.',
} as const;
