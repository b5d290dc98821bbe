import { Route, Routes } from 'react-router';
import { lazyPart } from '#ui/lazy-part.ts';

const NotFoundPage = lazyPart('NotFoundPage', () => import('#app/shell/NotFoundPage.tsx'));
const ModerationPage = lazyPart('ModerationPage', () => import('#app/moderation/ModerationPage.tsx'));
const ModeratedPersonPage = lazyPart(
  'ModeratedPersonPage',
  () => import('#app/moderation/ModeratedPersonPage.tsx'),
);
const TransparencyPage = lazyPart('TransparencyPage', () => import('#app/moderation/TransparencyPage.tsx'));
const AdministrationPage = lazyPart(
  'AdministrationPage',
  () => import('#app/administration/AdministrationPage.tsx'),
);
const OwnReportsPage = lazyPart('OwnReportsPage', () => import('#app/moderation/OwnReportsPage.tsx'));
const DecisionsPage = lazyPart('DecisionsPage', () => import('#app/standing/DecisionsPage.tsx'));
const DevicesPage = lazyPart('DevicesPage', () => import('#app/account/DevicesPage.tsx'));
const InvitationsPage = lazyPart('InvitationsPage', () => import('#app/account/InvitationsPage.tsx'));
const PlanSettingsPage = lazyPart('PlanSettingsPage', () => import('#app/plans/PlanSettingsPage.tsx'));
const InvitationPage = lazyPart('InvitationPage', () => import('#app/welcome/InvitationPage.tsx'));
const TermsPage = lazyPart('TermsPage', () => import('#app/policy/TermsPage.tsx'));

/** Pages that few visits come to; the first scripts of the others do not know them. */
export function FurtherPages() {
  return (
    <Routes>
      <Route path="moderation/:tab?" element={<ModerationPage />} />
      <Route path="moderation/people/:personId" element={<ModeratedPersonPage />} />
      <Route path="transparency" element={<TransparencyPage />} />
      <Route path="admin/:tab?" element={<AdministrationPage />} />
      <Route path="account/decisions/:decisionId?" element={<DecisionsPage />} />
      <Route path="settings/reports" element={<OwnReportsPage />} />
      <Route path="settings/devices" element={<DevicesPage />} />
      <Route path="settings/plans" element={<PlanSettingsPage />} />
      <Route path="settings/invitations" element={<InvitationsPage />} />
      <Route path="invitation/:invitationId" element={<InvitationPage />} />
      <Route path="terms-policy" element={<TermsPage />} />
      <Route path="*" element={<NotFoundPage />} />
    </Routes>
  );
}
