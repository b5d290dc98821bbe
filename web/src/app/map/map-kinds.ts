import { roomsOnMap } from '#app/chat/rooms-on-map.tsx';
import { plansOnMap } from '#app/plans/plans-on-map.tsx';
import { postsOnMap } from '#app/posts/posts-on-map.tsx';
import type { MapKind } from '#map/map-kind.ts';

/** The kinds of things on the map, in the order of their panels. */
export const mapKinds: readonly [MapKind, ...MapKind[]] = [postsOnMap, roomsOnMap, plansOnMap];
