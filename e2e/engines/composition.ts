export const composedWords = ['こんにちは', '你好', '안녕하세요'];

/**
 * Runs in the page: a word is composed and taken by Enter, which Chromium and Firefox tell before the end of the composition,
 * and Safari after it, when only its number says so.
 */
export function compose(element: Element, word: string): void {
  const fire = (type: string) =>
    element.dispatchEvent(new CompositionEvent(type, { data: word, bubbles: true }));
  const enter = (isComposing: boolean) => {
    const key = { key: 'Enter', keyCode: 229, isComposing, bubbles: true, cancelable: true };
    element.dispatchEvent(new KeyboardEvent('keydown', key));
  };
  fire('compositionstart');
  Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, 'value')!.set!.call(element, word);
  element.dispatchEvent(new InputEvent('input', { data: word, isComposing: true, bubbles: true }));
  enter(true);
  fire('compositionend');
  enter(false);
}
