import { setNonce } from 'get-nonce';

/** Styles injected by the dialog library carry the nonce the server gave this page. */
export function passNonce(): void {
  const nonce = document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content;
  if (nonce) setNonce(nonce);
}
