import { defineArea } from '../kernel/area.ts';
import * as blocks from './blocks.ts';
import { hiddenChangedEvent, personChangedEvent } from './people-events.ts';
import { peopleNotices } from './people-notices.ts';
import * as profiles from './profiles.ts';

export const peopleArea = defineArea('people', {
  errors: { ...profiles.profilesErrors, ...blocks.blocksErrors },
  calls: [profiles, blocks],
  events: { area: [personChangedEvent], person: [hiddenChangedEvent] },
  notices: peopleNotices,
});
