import type { AccountPart } from '#platform/account-part.ts';
import { rowsAtOnce, rowsInPages, untilNoneIsLeft } from '#platform/pages.ts';
import { leaveAllPlans } from './parting.service.ts';
import { deleteMarksOfPerson, pageOfMarks } from './plan-marks.store.ts';
import * as store from './plans-account.store.ts';

/** Plans to come are left as soon as the account is deleted; past ones keep what was done where and when. */
export const plansAccount: AccountPart = {
  tables: {
    plans: 'plans',
    plan_people: 'planStandings',
    plan_settings: 'planSettings',
    plan_calendars: 'planCalendars',
    plan_marks: 'planMarks',
  },
  sections: {
    plans: (deps, userId) =>
      rowsInPages(
        (after, limit) => store.pageOfPlans(deps.db, userId, after, limit),
        ({ id }) => id,
      ),
    planStandings: (deps, userId) =>
      rowsInPages(
        (after, limit) => store.pageOfStandings(deps.db, userId, after, limit),
        ({ id }) => id,
      ),
    planMarks: (deps, userId) =>
      rowsInPages(
        (after, limit) => pageOfMarks(deps.db, userId, after, limit),
        ({ key }) => key,
      ),
    planSettings: (deps, userId) => rowsAtOnce(() => store.settingsOf(deps.db, userId)),
    planCalendars: (deps, userId) => rowsAtOnce(() => store.calendarsOf(deps.db, userId)),
  },
  async erase(deps, userId) {
    await deps.transact((inner) => leaveAllPlans(inner, userId));
    await untilNoneIsLeft((limit) => store.redactPlans(deps.db, userId, limit));
    await deps.transact(async (inner) => {
      await store.deleteTracesOf(inner.db, userId);
      await deleteMarksOfPerson(inner.db, userId);
    });
  },
  changed: leaveAllPlans,
};
