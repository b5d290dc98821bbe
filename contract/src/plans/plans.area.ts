import { defineArea } from '../kernel/area.ts';
import * as planAgain from './plan-again.ts';
import * as planCalendar from './plan-calendar.ts';
import { planChangedEvent, planEvent } from './plan-events.ts';
import * as planMarks from './plan-marks.ts';
import * as planPeople from './plan-people.ts';
import * as planSettings from './plan-settings.ts';
import * as planViews from './plan-views.ts';
import * as plans from './plans.ts';
import { plansNotices } from './plans-notices.ts';

export const plansArea = defineArea('plans', {
  errors: {
    ...plans.plansErrors,
    ...planAgain.planAgainErrors,
    ...planMarks.planMarksErrors,
    ...planPeople.planPeopleErrors,
    ...planSettings.planSettingsErrors,
  },
  calls: [plans, planAgain, planMarks, planPeople, planSettings, planCalendar, planViews],
  events: { area: [planChangedEvent], person: [planEvent] },
  notices: plansNotices,
});
