import { defineArea } from '../kernel/area.ts';
import * as live from './live.ts';

export const liveArea = defineArea('live', { errors: live.liveErrors, calls: [live] });
