export const welcome = {
  // Somebody's words, shown as they were written.
  previewPosts: {
    first: 'Board games at the café by the pond tonight?',
    second: '土曜の朝、5キロ走りませんか',
  },
  headline: 'connect with your local community',
  text: 'Read what people around you are up to and say hello. Looking around needs no account.',
  enter: 'Enter',
  preview: 'A town map with posts in a park and along a canal',
  privacyPolicy: 'Privacy Policy',
  locationDataUsage: 'Location Data Usage',
  communityGuidelines: 'Community Guidelines',
  promise: 'Never sold, and exact only if you choose so',
} as const;
