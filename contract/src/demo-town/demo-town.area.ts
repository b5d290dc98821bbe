import { defineArea } from '../kernel/area.ts';
import * as demoTown from './demo-town.ts';

export const demoTownArea = defineArea('demo-town', { errors: demoTown.demoTownErrors, calls: [demoTown] });
