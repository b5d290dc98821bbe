export const profileLimits = {
  age: { min: 18, max: 120 },
  displayName: 50,
  bio: 500,
  interests: 32,
} as const;

export const lookingForKinds = ['friendship', 'dating', 'networking', 'activityPartner'] as const;

export const statsLimit = 10_000;
