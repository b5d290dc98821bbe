/** White space, controls, and what leaves no mark by itself: joiners, fillers, direction signs, the blank of Braille. */
const unseen = /^[\s\p{Cc}\p{Cf}\p{Cs}\p{Default_Ignorable_Code_Point}\u2800]*$/u;

export const isBlank = (text: string): boolean => unseen.test(text);
