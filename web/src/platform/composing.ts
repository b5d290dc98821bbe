/**
 * Whether a key belongs to an input method, with which a word in Japanese, Chinese or Korean is being composed. The key that ends
 * it comes after the end in Safari, where only its number 229 still says so.
 */
export const isForInputMethod = (event: {
  readonly isComposing: boolean;
  readonly keyCode: number;
}): boolean => event.isComposing || event.keyCode === 229;
