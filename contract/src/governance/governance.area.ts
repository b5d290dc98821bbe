import { defineArea } from '../kernel/area.ts';
import * as governance from './governance.ts';

export const governanceArea = defineArea('governance', {
  errors: governance.governanceErrors,
  calls: [governance],
});
