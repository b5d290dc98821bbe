import { defineArea } from '../kernel/area.ts';
import * as people from './people.ts';

export const discoveryArea = defineArea('discovery', { errors: {}, calls: [people] });
