import { foldedPlaceName, placeSearchLimits } from '@dazi/contract/places/place-search.rules';
import type { Position } from '@dazi/contract/places/places';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { distance_km } from '#map/geometry.ts';
import { type MapName, namesLike } from '#map/map-names.ts';
import { coordinatesText } from './coordinates.ts';
import { type FoundPlace, fetchTowns } from './places.api.ts';
import { nearestOfCode } from './plus-codes.ts';
import { readTyped, type Typed } from './typed-place.ts';

/** Where somebody looks, and what the map there has names of. */
export interface LookedAround {
  middle: Position;
  names: readonly MapName[];
}

export interface FoundPlaces {
  places: readonly FoundPlace[];
  /** Why what was typed names no place. */
  problem: 'short' | 'noPlace' | null;
  /** Without the towns, which could not be asked for. */
  isPartial?: true;
}

/** Beside towns of the name, and from how near they count as the same. */
const mostFromMap = 4;
const sameQuarter_degrees = 0.05;
/** As far as somebody goes for an evening: of equal names that of the place there is meant. */
const near_km = 50;

const nothing: FoundPlaces = { places: [], problem: null };

function placeAt(position: Position, more: Pick<FoundPlace, 'of' | 'site'>, name?: string): FoundPlace {
  return {
    ...position,
    name: name ?? coordinatesText(position),
    names: {},
    near: null,
    country: null,
    population: null,
    ...more,
  };
}

function placeOnMap({ kind, near, name, latitude, longitude }: MapName): FoundPlace {
  return {
    ...{ name, latitude, longitude, names: {}, country: null, of: kind },
    near: near === null ? null : { name: near, names: {} },
    // A quarter is looked at as a whole, as a small town is.
    population: kind === 'quarter' || kind === 'town' ? 0 : null,
  };
}

/** How the list of towns tells stations of Japan from what they are named after. */
const stationWord = /(?:駅|站| Station)$/;
const withoutWord = (name: string) => name.replace(stationWord, '').toLowerCase();

const namesOf = ({ name, names }: FoundPlace) =>
  [name, names.ja, names.zh].filter((one) => one !== undefined);
const isStation = ({ names }: FoundPlace) => names.ja?.endsWith('駅') === true;

/** The list of towns has stations among its quarters. */
const withKind = (town: FoundPlace): FoundPlace =>
  isStation(town) ? { ...town, of: 'station', population: null } : town;

function isNamesake(known: FoundPlace, one: MapName): boolean {
  const names = one.names.map(withoutWord);
  return (
    namesOf(known).some((name) => names.includes(withoutWord(name))) &&
    Math.abs(known.latitude - one.latitude) < sameQuarter_degrees &&
    Math.abs(known.longitude - one.longitude) < sameQuarter_degrees
  );
}

/** A station is no town, though it is often called like one, and neither is a street or a park. */
const isSame = (known: FoundPlace, one: MapName) =>
  one.kind !== 'street' &&
  one.kind !== 'park' &&
  isStation(known) === (one.kind === 'station') &&
  isNamesake(known, one);

/** Those that are called like that and lie where somebody looks come before larger ones of the world. */
function nearFirst(towns: readonly FoundPlace[], around: LookedAround | null, name: string): FoundPlace[] {
  const isMeant = (town: FoundPlace) =>
    around !== null &&
    distance_km(around.middle, town) < near_km &&
    namesOf(town).some((one) => foldedPlaceName(withoutWord(one)) === foldedPlaceName(withoutWord(name)));
  const meant = towns.filter(isMeant);
  return [...meant, ...towns.filter((town) => !meant.includes(town))];
}

/**
 * Towns of the world, and what the map has of that name where somebody looks. The whole name goes first, and before it
 * the town there that it is called after.
 */
function merged(towns: readonly FoundPlace[], around: LookedAround | null, name: string): FoundPlace[] {
  const onMap = around ? namesLike(around.names, name, { middle: around.middle, limit: mostFromMap }) : [];
  const others = onMap.filter((one) => !towns.some((known) => isSame(known, one)));
  const whole = others.filter((one) => one.name.toLowerCase() === name.toLowerCase());
  const rest = others.filter((one) => !whole.includes(one));
  const here = towns.filter((known) => onMap.some((one) => isSame(known, one)));
  const elsewhere = towns
    .filter((known) => !here.includes(known))
    .slice(0, Math.max(0, placeSearchLimits.places - others.length - here.length));
  const listed = towns.filter((known) => here.includes(known) || elsewhere.includes(known));
  const namesakes = listed.filter((known) => whole.some((one) => isNamesake(known, one)));
  return [
    ...namesakes,
    ...whole.map(placeOnMap),
    ...listed.filter((known) => !namesakes.includes(known)),
    ...rest.map(placeOnMap),
  ];
}

async function find(typed: Typed, around: LookedAround | null, signal: AbortSignal): Promise<FoundPlaces> {
  const townsLike = (name: string) => fetchTowns(name.slice(0, placeSearchLimits.query), signal);
  switch (typed.is) {
    case 'place':
      return { ...nothing, places: [placeAt(typed.position, typed)] };
    case 'problem':
      return { ...nothing, problem: typed.problem };
    case 'code': {
      const [near] = typed.town === null ? [around?.middle] : await townsLike(typed.town);
      if (!near) return nothing;
      const name = [typed.short, typed.town].filter(Boolean).join(' ');
      return { ...nothing, places: [placeAt(nearestOfCode(typed.short, near), { of: 'plusCode' }, name)] };
    }
    case 'name': {
      try {
        const towns = nearFirst((await townsLike(typed.name)).map(withKind), around, typed.name);
        return { ...nothing, places: merged(towns, around, typed.name) };
      } catch (error) {
        // The map has names without a network, too.
        const places = merged([], around, typed.name);
        if (signal.aborted || places.length === 0) throw error;
        return { ...nothing, places, isPartial: true };
      }
    }
  }
}

/**
 * Places by the beginning of their name, by coordinates, a plus code or the link of a map; none for an empty text. Of
 * where somebody looks nothing is told to anybody.
 */
export function useFoundPlaces(text: string, around: LookedAround | null) {
  const query = text.trim();
  return useQuery({
    queryKey: ['places', query, around?.middle],
    queryFn: ({ signal }) => find(readTyped(query), around, signal),
    enabled: query !== '',
    placeholderData: keepPreviousData,
    staleTime: ({ state }) => (state.data?.isPartial ? 0 : Number.POSITIVE_INFINITY),
  });
}
