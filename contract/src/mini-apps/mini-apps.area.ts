import { defineArea } from '../kernel/area.ts';
import * as miniApps from './mini-apps.ts';

export const miniAppsArea = defineArea('mini-apps', { errors: miniApps.miniAppsErrors, calls: [miniApps] });
