export const profiles = {
  updateFailed: 'Failed to update profile',
  saveFailed: 'Failed to save profile. Please try again.',
  displayName: 'Display name',
  age: 'Age',
  ageRange: 'Age must be between {min} and {max}',
  nameMissing: 'Please enter a name',
  gender: 'Gender',
  genders: { none: 'None', M: 'Male', F: 'Female' },
  settings: {
    position: 'How others see your position',
    approximate: 'Approximate',
    recommended: 'recommended',
    approximateText: 'Moved by 1 to 2 km, always the same way from the same place.',
    exact: 'Exact',
    higherRisk: 'higher risk',
    exactText:
      'Rounded to about 11 m. Anyone could find your street, and exact posts from a place reveal what approximate ones from there hide.',
    privacyNote:
      'Exact coordinates are never shared with other users unless you choose exact, and data is never sold.',
    saved: 'Settings saved',
    appearance: 'Theme and language',
  },
  intro: {
    title: 'This is you',
    text: 'People near you see this beside what you write. You can change it at any time.',
    save: 'That is me',
    later: 'Later',
    genderHint: 'Your gender is shown with your posts, so posting needs one.',
  },
} as const;
