export const app = {
  post: 'Post',
  messages: 'Messages',
  conversations: 'Conversations',
  profile: 'Profile',
  settings: 'Settings',
  language: 'Language',
  theme: 'Theme',
  themes: { system: 'Auto', light: 'Light', dark: 'Dark' },
  termsAndPolicy: 'Terms & Policy',
  map: 'Map',
  backToMap: 'Back to Map',
  goToHome: 'Go to Home',
  demo: {
    label: 'Demo Mode - Auth Not Configured',
    help: 'About demo mode',
    title: 'This Dazi runs in demo mode',
    signIn:
      'No sign-in client id is set, so the server signs people in by itself. To use a real provider, set OIDC_CLIENT_ID and OIDC_ISSUER, or GOOGLE_CLIENT_ID, and start again.',
    map: 'The map works without a key. A Google Maps key is optional.',
    dismiss: 'Dismiss',
  },
  welcome: {
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
    promise: 'Never sold, never your exact position',
  },
  policy: {
    terms: 'Terms of Usage',
    privacy: 'Privacy Policy',
    lastUpdated: 'Last updated {date}',
    sections: 'Sections',
    failed: 'The text could not be loaded.',
  },
  notFound: {
    title: 'There is nothing here',
    text: 'The address may be old, or it was mistyped.',
  },
  myPosts: { title: 'My Posts', signIn: 'Please sign in to view your posts' },
} as const;
