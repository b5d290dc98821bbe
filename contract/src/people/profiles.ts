import * as z from 'zod/mini';
import { genderSchema } from '../identity/identity.ts';
import { endpoint } from '../kernel/endpoint.ts';
import { defineErrors } from '../kernel/errors.ts';
import { idSchema, instantSchema, wordsUpTo } from '../kernel/fields.ts';
import { dataUrlBodyLimit } from '../media/media.rules.ts';
import { storageErrors } from '../media/uploads.ts';
import { locationDisplaySchema } from '../places/places.ts';
import { lookingForKinds, profileLimits } from './profiles.rules.ts';

export const lookingForSchema = z.enum(lookingForKinds);
export type LookingFor = z.output<typeof lookingForSchema>;

const ageSchema = z.int().check(z.gte(profileLimits.age.min), z.lte(profileLimits.age.max));

const notificationSettingsSchema = z.object({
  newMessages: z.boolean(),
  nearbyActivity: z.boolean(),
  cityUpdates: z.boolean(),
  reactions: z.boolean(),
});

export const preferencesSchema = z.object({
  ageRange: z
    .object({ min: ageSchema, max: ageSchema })
    .check(z.refine(({ min, max }: { min: number; max: number }) => min <= max)),
  maxDistance: z.number().check(z.gte(1), z.lte(20_000)),
  showOnlyVerified: z.boolean(),
  allowDirectMessages: z.boolean(),
  notificationSettings: notificationSettingsSchema,
});
export type Preferences = z.output<typeof preferencesSchema>;

const locationSharingSchema = z.object({ enabled: z.boolean(), precision: locationDisplaySchema });

export const privacySchema = z.object({
  showAge: z.boolean(),
  showLocation: locationDisplaySchema,
  showOnlineStatus: z.boolean(),
  profileVisibility: z.enum(['nearby_only', 'public', 'private']),
  locationSharing: locationSharingSchema,
});
export type Privacy = z.output<typeof privacySchema>;

/**
 * Counted from what there is, as far as the reader may see it: posts, comments of others on them, reactions
 * to and from others, people with whom there were comments or reactions in both directions, and areas of
 * about 40 km posted from. None of them is counted beyond `statsLimit`.
 */
const statsSchema = z.object({
  messagesSent: z.int(),
  messagesReceived: z.int(),
  reactionsGiven: z.int(),
  reactionsReceived: z.int(),
  connectionsMade: z.int(),
  citiesVisited: z.int(),
});
export type Stats = z.output<typeof statsSchema>;

export const profileSchema = z.object({
  id: idSchema,
  userId: idSchema,
  displayName: z.string(),
  bio: z.nullable(z.string()),
  age: z.nullable(z.int()),
  gender: z.nullable(genderSchema),
  interests: z.array(z.string()),
  lookingFor: z.array(lookingForSchema),
  user: z.object({ id: idSchema, name: z.string(), avatarUrl: z.nullable(z.string()) }),
  lastActive: z.nullable(instantSchema),
  createdAt: instantSchema,
  updatedAt: instantSchema,
  /** Where one profile is asked for; not of private ones. */
  stats: z.optional(statsSchema),
  /** Of one profile asked for by somebody else: whether a browser of theirs is open, as far as they show it. */
  isOnline: z.optional(z.boolean()),
  /** Of one profile: the caller has blocked them, and is shown no more than name and picture. */
  blockedByMe: z.optional(z.boolean()),
  /** Of one profile: its picture was reported, and is shown to nobody before a moderator has looked. */
  isPictureFolded: z.optional(z.boolean()),
  /** Only for the person itself: when they said that this is them; null before. */
  confirmedAt: z.optional(z.nullable(instantSchema)),
  /** Of others: nobody is shown an age, a gender or a biography that nobody has confirmed. */
  isConfirmed: z.boolean(),
  /** Only for the person itself. */
  preferences: z.optional(preferencesSchema),
  privacy: z.optional(privacySchema),
});
export type Profile = z.output<typeof profileSchema>;

export const profilesErrors = defineErrors({
  FACE_REFUSED: { status: 403, text: 'The moderators have hidden this. Please choose something else.' },
  PROFILE_NOT_CONFIRMED: { status: 403, text: 'Please save "This is you" in your profile first' },
  PROFILE_NOT_FOUND: { status: 404, text: 'Profile not found' },
  AVATAR_INVALID: { status: 400, text: 'Invalid file selected' },
  INTEREST_UNKNOWN: { status: 400, text: 'That interest is not in the list' },
});

/** Kept apart from the saved schemas: clients may send back the `stats` they were answered, which are ignored. */
export const saveProfile = endpoint({
  name: 'saveProfile',
  method: 'POST',
  path: '/api/profiles/{userId}',
  summary: 'Creates or changes the own profile; what is not named stays, down to single settings',
  who: 'signed-in',
  params: z.object({ userId: idSchema }),
  body: z.object({
    displayName: z.optional(wordsUpTo(profileLimits.displayName)),
    bio: z.optional(z.nullable(z.string().check(z.trim(), z.maxLength(profileLimits.bio)))),
    age: z.optional(z.nullable(ageSchema)),
    gender: z.optional(z.nullable(genderSchema)),
    interests: z.optional(
      z
        .array(z.string().check(z.maxLength(40), z.regex(/^[a-z0-9-]+$/)))
        .check(z.maxLength(profileLimits.interests)),
    ),
    lookingFor: z.optional(z.array(lookingForSchema).check(z.maxLength(4))),
    preferences: z.optional(
      z.extend(z.partial(preferencesSchema), {
        notificationSettings: z.optional(z.partial(notificationSettingsSchema)),
      }),
    ),
    privacy: z.optional(
      z.extend(z.partial(privacySchema), { locationSharing: z.optional(z.partial(locationSharingSchema)) }),
    ),
    stats: z.optional(z.unknown()),
    /** True says that age and gender are theirs; so does one that is not what everybody begins with. */
    confirmed: z.optional(z.boolean()),
    /** True makes one where there is none, and leaves the one that is there. */
    ifNone: z.optional(z.boolean()),
  }),
  data: profileSchema,
  errors: ['INTEREST_UNKNOWN', 'FACE_REFUSED'],
});

export const saveAvatar = endpoint({
  name: 'saveAvatar',
  method: 'PATCH',
  path: '/api/users',
  summary: 'Changes the own picture: a data URL, or null for the letter avatar',
  who: 'signed-in',
  actor: 'userId',
  budget: 'upload',
  bodyLimit: dataUrlBodyLimit,
  tooLargeError: 'IMAGE_TOO_LARGE',
  body: z.object({ userId: z.optional(idSchema), avatarUrl: z.nullable(z.string()) }),
  data: z.object({ avatarUrl: z.nullable(z.string()) }),
  errors: [
    'AVATAR_INVALID',
    ...storageErrors,
    'INVALID_IMAGE',
    'IMAGE_TOO_LARGE',
    'UPLOADS_BUSY',
    'UPLOAD_TOO_SLOW',
    'FACE_REFUSED',
  ],
});
