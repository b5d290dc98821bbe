/** Puts a text on the clipboard; throws when the browser lets nobody do that. */
export async function copyText(text: string): Promise<void> {
  // Missing on pages by plain http.
  const clipboard: Clipboard | undefined = navigator.clipboard;
  if (clipboard) await clipboard.writeText(text);
  else if (!copySelected(text)) throw new Error('This browser copies nothing here');
}

/** The way from before there was a clipboard for pages; it works anywhere, right after a click. */
function copySelected(text: string): boolean {
  const focused = document.activeElement;
  // Inside a dialog, which would take back a focus that goes outside.
  const place = focused?.closest('[role="dialog"], [role="menu"]') ?? document.body;
  const field = document.createElement('textarea');
  field.value = text;
  field.readOnly = true;
  field.setAttribute('aria-hidden', 'true');
  field.style.position = 'fixed';
  field.style.opacity = '0';
  place.append(field);
  try {
    field.select();
    return document.execCommand('copy');
  } catch {
    return false;
  } finally {
    field.remove();
    if (focused instanceof HTMLElement) focused.focus({ preventScroll: true });
  }
}
