import type { RegistrationMode } from '@dazi/contract/identity/registration.rules';
import type { Deps, TransactingDeps } from '#platform/deps.ts';
import type { ProvenIdentity } from '#platform/sign-in/relying-party.ts';
import { SignInError } from '#platform/sign-in/sign-in-error.ts';
import { blockedUntil } from './blocked-identities.service.ts';
import { isAdministrator } from './identity.rules.ts';
import { type BlockedWith, takesPlace } from './invitations.service.ts';
import * as store from './registration.store.ts';

/** Who may come in at this moment: what was decided last, or the settings say. */
export async function registrationMode(deps: Deps): Promise<RegistrationMode> {
  return (await store.findMode(deps.db)) ?? deps.config.registration;
}

/** False when it was so before. Whoever is just coming in has come in before. */
export async function changeRegistration(inner: TransactingDeps, mode: RegistrationMode): Promise<boolean> {
  const before = (await store.lockMode(inner.db, 'update')) ?? inner.config.registration;
  if (before === mode) return false;
  await store.saveMode(inner.db, mode);
  return true;
}

/**
 * Answers the invitation used. Administrators of the settings come in by any mode: nobody could invite the first.
 * Errors: IDENTITY_BLOCKED, REGISTRATION_CLOSED, INVITATION_NEEDED, INVITATION_GONE.
 */
export async function requireAdmission(
  inner: TransactingDeps,
  identity: ProvenIdentity,
  invitationId: string | null,
  blockedWith: BlockedWith,
): Promise<string | null> {
  const until = await blockedUntil(inner, identity);
  if (until) throw refusal('IDENTITY_BLOCKED', { until: until.toISOString() });
  const mode = (await store.lockMode(inner.db, 'share')) ?? inner.config.registration;
  const isExpected = isAdministrator(identity, inner.config);
  if (mode === 'closed' && !isExpected) throw refusal('REGISTRATION_CLOSED');
  if (invitationId !== null && (await takesPlace(inner, invitationId, blockedWith))) return invitationId;
  if (mode === 'open' || isExpected) return null;
  throw refusal(invitationId === null ? 'INVITATION_NEEDED' : 'INVITATION_GONE');
}

type Refusal = 'IDENTITY_BLOCKED' | 'REGISTRATION_CLOSED' | 'INVITATION_NEEDED' | 'INVITATION_GONE';

const refusal = (code: Refusal, values?: Record<string, string>) =>
  new SignInError(code, 'door', undefined, values);
