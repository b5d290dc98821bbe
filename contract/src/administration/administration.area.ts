import { defineArea } from '../kernel/area.ts';
import * as administration from './administration.ts';

export const administrationArea = defineArea('administration', { errors: {}, calls: [administration] });
