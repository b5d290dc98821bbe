export const policy = {
  terms: 'Terms of Usage',
  privacy: 'Privacy Policy',
  lastUpdated: 'Last updated {date}',
  sections: 'Sections',
  failed: 'The text could not be loaded.',
} as const;
