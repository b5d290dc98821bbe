/**
 * Toasts lie above open dialogs, and a dialog keeps the focus to itself. Here they are the stop after the
 * dialog's last control and before its first, and give the focus back when they were pressed.
 */
const toasts = '[data-above-dialogs]';
const dialogs = '[role="dialog"][data-state="open"]';
const controls = 'a[href], button, input, textarea, select, [tabindex="0"]';

const isToast = (target: EventTarget | null): target is HTMLElement =>
  target instanceof HTMLElement && target.closest(toasts) !== null;

function controlsIn(area: Element | undefined): HTMLElement[] {
  const all = area?.querySelectorAll<HTMLElement>(controls) ?? [];
  return [...all].filter(
    (control) => control.tabIndex >= 0 && !control.matches(':disabled') && control.checkVisibility(),
  );
}

const topDialog = () => [...document.querySelectorAll<HTMLElement>(dialogs)].at(-1);

let from: HTMLElement | null = null;
let listens = false;

/** The library listens on the document too, once a dialog is open: ours must be there before. */
export function reachToastsFromDialogs(): void {
  if (listens) return;
  listens = true;
  document.addEventListener('focusin', (event) => {
    if (!isToast(event.target) || !topDialog()) return;
    if (event.relatedTarget instanceof HTMLElement && !isToast(event.relatedTarget))
      from = event.relatedTarget;
    event.stopImmediatePropagation();
  });
  document.addEventListener('focusout', (event) => {
    if (isToast(event.relatedTarget) && topDialog()) event.stopImmediatePropagation();
  });
  document.addEventListener('click', (event) => {
    if (isToast(event.target) && isToast(document.activeElement) && topDialog()?.contains(from))
      from?.focus();
  });
  document.addEventListener('keydown', goRound, { capture: true });
}

function goRound(event: KeyboardEvent): void {
  const active = document.activeElement;
  if (event.key !== 'Tab' || !(active instanceof HTMLElement)) return;
  const dialog = topDialog();
  const above = controlsIn(document.querySelector(toasts) ?? undefined);
  if (!dialog || above.length === 0) return;
  const within = controlsIn(dialog);
  const back = event.shiftKey;
  const edge = (list: HTMLElement[]) => list.at(back ? 0 : -1);
  const start = (list: HTMLElement[]) => list.at(back ? -1 : 0);
  const leavesDialog = active === edge(within) || (back && active === dialog);
  const next = leavesDialog ? start(above) : active === edge(above) ? start(within) : undefined;
  if (!next) return;
  event.preventDefault();
  event.stopPropagation();
  next.focus();
}
