/** By code. Where the server may answer a code, its English text here is the contract's, to the letter. */
export const errors = {
  unknown: 'Unknown error occurred',
  NETWORK: 'Network error',

  INVALID_INPUT: 'Invalid input',
  INVALID_JSON: 'The request is not valid JSON',
  UNKNOWN_HOST: 'This server does not answer for that host',
  SIGN_IN_REQUIRED: 'Please sign in to continue',
  NOT_YOURSELF: 'You can only act as yourself',
  FORBIDDEN: 'You are not allowed to do this',
  FOREIGN_ORIGIN: 'Requests from other sites are refused',
  NOT_FOUND: 'Not found',
  TOO_LARGE: 'The request is too large',
  TOO_MANY_REQUESTS: 'Too many requests. Please try again later.',
  INTERNAL: 'Something went wrong',
  UNAVAILABLE: 'The service is temporarily unavailable. Please try again.',

  NO_CREDENTIAL: 'No credential received from {provider}',
  INVALID_IDENTITY_TOKEN: 'Invalid {provider} token',
  SIGN_IN_CANCELLED: 'Sign-in cancelled by user',
  SIGN_IN_FAILED: 'Sign-in failed. Please try again.',
  PROFILE_FETCH_FAILED: 'Profile fetch failed: {status}',
  USER_CREATION_FAILED: 'Authentication failed: Unable to create user in database. Please try again.',
  SIGN_IN_NOT_INITIALISED: 'Google identity service not initialized',
  SIGN_IN_UNREACHABLE: 'Failed to load Google identity service',
  ACCOUNT_LEFT: 'This account was deleted. Restore it to go on.',
  ACCOUNT_NOT_LEFT: 'This account is not deleted',
  EXPORT_RUNNING: 'Your data is being downloaded already',

  POSITION_REQUIRED: 'Location access is required',
  PUBLIC_POSITION_REQUIRED: 'Location required for public access',
  STREAM_UNKNOWN: 'This stream is not connected',

  INVALID_IMAGE: 'Invalid image format',
  IMAGE_TOO_LARGE: 'Image is too large',
  TOO_MANY_FILES: 'Maximum 4 files allowed',
  UPLOADS_BUSY: 'Too many uploads at once. Please try again.',

  PROFILE_NOT_FOUND: 'Profile not found',
  AVATAR_INVALID: 'Invalid file selected',

  POST_SIGN_IN_REQUIRED: 'User must be authenticated to post messages',
  DELETE_SIGN_IN_REQUIRED: 'User must be authenticated to delete messages',
  POST_EMPTY: 'Please enter a message or add media.',
  POST_TOO_LONG: 'A message can have up to 300 characters',
  POST_GENDER_MISSING: 'Please set your gender in your profile before posting messages',
  POST_POSITION_MISSING: 'Location is required to post a message. Please allow location access.',
  POST_EXPIRED: 'A post cannot disappear before it is published',
  POST_NOT_FOUND: 'Message not found',
  NOT_YOUR_POST: 'You can only delete your own messages',

  REACTION_SIGN_IN_REQUIRED: 'Please log in to add reactions',

  COMMENT_SIGN_IN_REQUIRED: 'User must be logged in to comment.',
  COMMENT_EMPTY: 'A comment needs some text',
  COMMENT_TOO_LONG: 'A comment can have up to 1000 characters',
  COMMENT_TOO_DEEP: 'Replies go three levels deep at most',
  COMMENT_TREE_FULL: 'This comment has 200 replies already. Please begin a new one.',
  COMMENT_NOT_FOUND: 'Comment not found',
  NOT_YOUR_COMMENT: 'You can only delete your own comments',

  BOOKMARK_SIGN_IN_REQUIRED: 'User must be authenticated to bookmark messages',
  UNBOOKMARK_SIGN_IN_REQUIRED: 'User must be authenticated to remove bookmarks',
  OWN_POST_BOOKMARK: 'You cannot bookmark your own message',

  REPORT_SIGN_IN_REQUIRED: 'Please sign in to report',
  REPORT_REPEATED: 'You have reported this already',
  OWN_REPORT: 'You cannot report yourself',
  PERSON_NOT_FOUND: 'Person not found',
  REPORT_NOT_FOUND: 'There is no open report about this',
  NOT_REMOVABLE: 'This cannot be removed',

  POSITION_INCOMPLETE: 'latitude, longitude and radiusKm belong together',
  BOX_INCOMPLETE: 'west, south, east and north belong together',

  DEMO_TOWN_CLOSED: 'The demo town can only be loaded in demo mode',
  DEMO_TOWN_LOADED: 'There are posts already; the demo town needs an empty server',
} as const;
