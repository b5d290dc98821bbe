/** Kept apart from the endpoints: only the profile pages need it. */
export const interestCategories = [
  'outdoor',
  'sports',
  'arts',
  'music',
  'food',
  'technology',
  'gaming',
  'business',
  'books',
  'culture',
  'travel',
  'fitness',
  'other',
  'volunteering',
] as const;
export type InterestCategory = (typeof interestCategories)[number];

export interface Interest {
  readonly id: string;
  /** In English; screens translate by id. */
  readonly name: string;
  readonly category: InterestCategory;
  readonly icon: string;
}

/** The 32 interests there are to choose from. Volunteering is a category without entries of its own. */
export const interestCatalogue = [
  { id: 'hiking', name: 'Hiking', category: 'outdoor', icon: '🥾' },
  { id: 'camping', name: 'Camping', category: 'outdoor', icon: '⛺' },
  { id: 'cycling', name: 'Cycling', category: 'outdoor', icon: '🚲' },
  { id: 'photography', name: 'Photography', category: 'outdoor', icon: '📷' },
  { id: 'basketball', name: 'Basketball', category: 'sports', icon: '🏀' },
  { id: 'soccer', name: 'Soccer', category: 'sports', icon: '⚽' },
  { id: 'tennis', name: 'Tennis', category: 'sports', icon: '🎾' },
  { id: 'swimming', name: 'Swimming', category: 'sports', icon: '🏊' },
  { id: 'painting', name: 'Painting', category: 'arts', icon: '🎨' },
  { id: 'theater', name: 'Theater', category: 'arts', icon: '🎭' },
  { id: 'dancing', name: 'Dancing', category: 'arts', icon: '💃' },
  { id: 'music', name: 'Music', category: 'music', icon: '🎵' },
  { id: 'cooking', name: 'Cooking', category: 'food', icon: '🍳' },
  { id: 'wine-tasting', name: 'Wine tasting', category: 'food', icon: '🍷' },
  { id: 'coffee', name: 'Coffee', category: 'food', icon: '☕' },
  { id: 'baking', name: 'Baking', category: 'food', icon: '🥐' },
  { id: 'programming', name: 'Programming', category: 'technology', icon: '💻' },
  { id: 'ai', name: 'AI and machine learning', category: 'technology', icon: '🤖' },
  { id: 'gaming', name: 'Gaming', category: 'gaming', icon: '🎮' },
  { id: 'startups', name: 'Startups', category: 'business', icon: '🚀' },
  { id: 'reading', name: 'Reading', category: 'books', icon: '📚' },
  { id: 'writing', name: 'Writing', category: 'books', icon: '📝' },
  { id: 'science', name: 'Science', category: 'books', icon: '🔬' },
  { id: 'history', name: 'History', category: 'culture', icon: '🏛️' },
  { id: 'languages', name: 'Languages', category: 'culture', icon: '💬' },
  { id: 'travel', name: 'Travel', category: 'travel', icon: '🌍' },
  { id: 'backpacking', name: 'Backpacking', category: 'travel', icon: '🎒' },
  { id: 'yoga', name: 'Yoga', category: 'fitness', icon: '🧘' },
  { id: 'running', name: 'Running', category: 'fitness', icon: '🏃' },
  { id: 'gym', name: 'Gym', category: 'fitness', icon: '🏋️' },
  { id: 'meditation', name: 'Meditation', category: 'fitness', icon: '🪷' },
  { id: 'pets', name: 'Pets', category: 'other', icon: '🐾' },
] as const satisfies readonly Interest[];

export type InterestId = (typeof interestCatalogue)[number]['id'];

export const isInterest = (id: string): id is InterestId =>
  interestCatalogue.some((interest) => interest.id === id);
