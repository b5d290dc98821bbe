export const places = {
  find: 'Find a place',
  town: 'Town or city',
  towns: 'Towns',
  none: 'No town begins like that',
  failed: 'Places could not be looked up. Please try again.',
} as const;
