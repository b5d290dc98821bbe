// Runs before everything else, in browsers of any age, hence the old way of writing.

(function () {
  // What goes wrong outside of the components is kept for the screen of a page that failed: src/platform/client-error.ts
  // reads it by this name.
  var errors = [];
  window.daziErrors = errors;
  function keep(error) {
    errors.push(error);
    if (errors.length > 3) errors.shift();
  }
  window.addEventListener('error', function (event) {
    if (event.error) keep(event.error);
  });
  window.addEventListener('unhandledrejection', function (event) {
    // What the page gave up by itself went not wrong.
    var isGivenUp = event.reason && event.reason.name === 'AbortError';
    if (!isGivenUp) keep(event.reason);
  });
})();

(function () {
  // The youngest things that the code cannot do without. Whoever has them reads all of its syntax, too.
  var isUpToDate =
    'noModule' in HTMLScriptElement.prototype &&
    typeof AbortSignal === 'function' &&
    'any' in AbortSignal &&
    'toSorted' in Array.prototype &&
    'checkVisibility' in Element.prototype &&
    'Segmenter' in Intl &&
    CSS.supports('selector(:has(a))');
  if (isUpToDate) return;
  var sentences = {
    en: 'This browser is too old for Dazi. Please update it: Chrome or Edge 116, Firefox 125, Safari 17.4, or later.',
    ja: 'このブラウザは古いため、Dazi を利用できません。Chrome または Edge 116、Firefox 125、Safari 17.4 以降に更新してください。',
    'zh-Hans': '此浏览器版本过旧，无法使用 Dazi。请更新到 Chrome 或 Edge 116、Firefox 125、Safari 17.4 或更高版本。',
  };
  var place = document.createElement('div');
  place.className = 'welcome-unable';
  place.setAttribute('role', 'alert');
  for (var language in sentences) {
    var sentence = document.createElement('p');
    sentence.lang = language;
    sentence.appendChild(document.createTextNode(sentences[language]));
    place.appendChild(sentence);
  }
  document.body.appendChild(place);
})();
