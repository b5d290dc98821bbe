/** What may lie over a page comes as one file: each is small, and who is signed in gets them all. */
export { DialogSurface } from '#ui/DialogSurface.tsx';
export { MenuSurface } from '#ui/MenuSurface.tsx';
export { PopoverSurface } from '#ui/PopoverSurface.tsx';
