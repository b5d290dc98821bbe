import { defineArea } from '../kernel/area.ts';
import * as governance from './governance.ts';
import { governanceChangedEvent } from './governance-events.ts';
import { governanceNotices } from './governance-notices.ts';

export const governanceArea = defineArea('governance', {
  errors: governance.governanceErrors,
  calls: [governance],
  events: { board: [governanceChangedEvent] },
  notices: governanceNotices,
});
