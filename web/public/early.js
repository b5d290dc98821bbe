// Runs before everything else, in browsers of any age, hence the old way of writing. What goes wrong outside of the
// components is kept for the screen of a page that failed: src/platform/client-error.ts reads it by this name.
(function () {
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
    keep(event.reason);
  });
})();
