/** Where the page is loaded anew: an address that names the room leads nowhere any more, others stay. */
export function addressAfterDeletion(
  { pathname, search }: { pathname: string; search: string },
  roomId: string,
): string {
  return pathname.split('/').includes(roomId) ? '/' : pathname + search;
}
