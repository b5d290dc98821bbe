import { defineArea } from '../kernel/area.ts';
import * as placeSearch from './place-search.ts';
import { placesErrors } from './places.ts';

export const placesArea = defineArea('places', { errors: placesErrors, calls: [placeSearch] });
