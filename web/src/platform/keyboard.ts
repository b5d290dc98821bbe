/** What hides less than this is a bar of the browser. */
const leastKeyboard_px = 120;

/**
 * Tells the style sheets what a keyboard leaves of the page: iOS lays it over, and neither the page nor its units know.
 * Without one they say nothing. The answer ends it.
 */
export function watchKeyboard(): () => void {
  const view: VisualViewport | null = window.visualViewport ?? null;
  const { style } = document.documentElement;
  const forget = () => {
    style.removeProperty('--view-top');
    style.removeProperty('--view-height');
  };
  const look = () => {
    if (!view) return;
    const isCovered = document.documentElement.clientHeight - view.height >= leastKeyboard_px;
    // Whoever has zoomed in sees less for another reason.
    if (!isCovered || view.scale > 1) return forget();
    style.setProperty('--view-top', `${view.offsetTop}px`);
    style.setProperty('--view-height', `${view.height}px`);
  };
  look();
  view?.addEventListener('resize', look);
  view?.addEventListener('scroll', look);
  return () => {
    view?.removeEventListener('resize', look);
    view?.removeEventListener('scroll', look);
    forget();
  };
}
