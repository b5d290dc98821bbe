import type { ProvenIdentity } from '../platform/sign-in/relying-party.ts';
import type { Manners } from './test-provider.ts';

const secret = 'a-client-secret-of-32-characters';

export interface KnownProvider {
  manners: Manners;
  expected: Omit<ProvenIdentity, 'issuer' | 'subject'>;
  /** What the operator sets beside issuer, client and secret. */
  settings?: Record<string, string>;
  asked?: Record<string, string>;
}

const both = ['client_secret_basic', 'client_secret_post'] as const;
const bothAndJwt = ['client_secret_basic', 'client_secret_post', 'client_secret_jwt'] as const;
const person = { email: 'ann@people.example', email_verified: true };
const ann = { email: 'ann@people.example', emailVerified: true, name: 'Ann Lee' };

/** What providers do, by their documentation and their published metadata. */
export const knownProviders: Readonly<Record<string, KnownProvider>> = {
  'Google: everything in both places': {
    manners: {
      secret,
      authentication: ['client_secret_post', 'client_secret_basic'],
      metadata: {
        scopes_supported: ['openid', 'email', 'profile'],
        token_endpoint_auth_methods_supported: ['client_secret_post', 'client_secret_basic'],
      },
      idToken: { ...person, name: 'Ann Lee', given_name: 'Ann', family_name: 'Lee' },
      userinfo: { ...person, name: 'Ann Lee', given_name: 'Ann', family_name: 'Lee' },
    },
    expected: ann,
    asked: { scope: 'openid email profile' },
  },
  'Apple: posts a form, the name in it the first time, no userinfo, the secret in the body': {
    manners: {
      secret,
      authentication: ['client_secret_post'],
      metadata: {
        token_endpoint_auth_methods_supported: ['client_secret_post'],
        response_modes_supported: ['query', 'fragment', 'form_post'],
        scopes_supported: ['openid', 'email', 'name'],
      },
      scopes: ['openid', 'email', 'name'],
      userinfo: null,
      idToken: { email: person.email, email_verified: 'true' },
      posted: { user: JSON.stringify({ name: { firstName: 'Ann', lastName: 'Lee' }, email: 'x@y.example' }) },
    },
    settings: { OIDC_RESPONSE_MODE: 'form_post' },
    expected: ann,
    asked: { response_mode: 'form_post', scope: 'openid email name' },
  },
  'Apple later: no name any more': {
    manners: {
      secret,
      authentication: ['client_secret_post'],
      metadata: { token_endpoint_auth_methods_supported: ['client_secret_post'] },
      userinfo: null,
      idToken: { email: person.email, email_verified: 'true', is_private_email: 'true' },
    },
    settings: { OIDC_RESPONSE_MODE: 'form_post' },
    expected: { ...ann, name: null },
  },
  'Microsoft v2: an address without a word on its verification, the account name an address': {
    manners: {
      secret,
      path: '/9188040d-6c67-4c5b-b112-36a304b66dad/v2.0',
      authentication: ['client_secret_post'],
      metadata: {
        token_endpoint_auth_methods_supported: [
          'client_secret_post',
          'private_key_jwt',
          'client_secret_basic',
          'self_signed_tls_client_auth',
        ],
        scopes_supported: ['openid', 'profile', 'email', 'offline_access'],
      },
      idToken: { name: 'Ann Lee', preferred_username: 'ann@people.example', tid: 'x', ver: '2.0' },
      userinfo: { name: 'Ann Lee', given_name: 'Ann', family_name: 'Lee', email: person.email },
    },
    expected: { ...ann, emailVerified: false },
  },
  'Microsoft v2 without a name': {
    manners: { secret, idToken: { preferred_username: 'ann@people.example' }, userinfo: {} },
    expected: { email: null, emailVerified: false, name: 'ann' },
  },
  'AD FS: claims in the ID token alone, userinfo knows the subject': {
    manners: {
      secret,
      path: '/adfs',
      authentication: both,
      metadata: {
        token_endpoint_auth_methods_supported: [
          'client_secret_post',
          'client_secret_basic',
          'private_key_jwt',
          'windows_client_authentication',
        ],
        scopes_supported: ['openid', 'profile', 'email', 'aza', 'allatclaims', 'user_impersonation'],
      },
      idToken: { unique_name: 'PEOPLE\\ann', upn: 'ann@people.example', email: person.email },
      userinfo: {},
    },
    expected: { email: person.email, emailVerified: false, name: 'ann' },
  },
  'Okta: the access token for userinfo, a custom authorisation server': {
    manners: {
      secret,
      path: '/oauth2/default',
      authentication: bothAndJwt,
      metadata: { token_endpoint_auth_methods_supported: [...bothAndJwt, 'private_key_jwt', 'none'] },
      idToken: { preferred_username: 'ann@people.example' },
      userinfo: { ...person, name: 'Ann Lee', nickname: 'annie', zoneinfo: 'Asia/Tokyo' },
    },
    expected: ann,
  },
  'Auth0: a slash at the end of the issuer, the application wants the body': {
    manners: {
      secret,
      path: '/',
      authentication: ['client_secret_post'],
      metadata: { token_endpoint_auth_methods_supported: [...both, 'private_key_jwt'] },
      idToken: { ...person, nickname: 'ann', name: 'Ann Lee' },
      userinfo: { ...person, nickname: 'ann', name: 'Ann Lee' },
    },
    expected: ann,
  },
  'Keycloak: name and its parts, every way to authenticate': {
    manners: {
      secret,
      path: '/realms/people',
      authentication: both,
      metadata: {
        token_endpoint_auth_methods_supported: [
          'private_key_jwt',
          'client_secret_basic',
          'client_secret_post',
          'tls_client_auth',
          'client_secret_jwt',
        ],
        id_token_signing_alg_values_supported: [
          'PS384',
          'RS384',
          'EdDSA',
          'ES384',
          'HS256',
          'HS512',
          'RS256',
        ],
        authorization_response_iss_parameter_supported: false,
      },
      userinfo: { ...person, given_name: 'Ann', family_name: 'Lee', preferred_username: 'ann' },
    },
    expected: ann,
  },
  'Keycloak with a client that signs with the secret': {
    manners: {
      secret,
      algorithm: 'HS256',
      metadata: { id_token_signing_alg_values_supported: ['RS256', 'HS256'] },
      userinfo: { ...person, name: 'Ann Lee' },
    },
    expected: ann,
  },
  'Authentik: configured without the slash that its issuer ends with': {
    manners: {
      secret,
      path: '/application/o/dazi/',
      authentication: both,
      metadata: { token_endpoint_auth_methods_supported: [...both] },
      idToken: {
        ...person,
        name: 'Ann Lee',
        given_name: 'Ann Lee',
        preferred_username: 'ann',
        nickname: 'ann',
      },
      userinfo: { ...person, name: 'Ann Lee', given_name: 'Ann Lee' },
    },
    expected: ann,
  },
  'Zitadel: an application that was made with POST': {
    manners: {
      secret,
      authentication: ['client_secret_post'],
      metadata: { token_endpoint_auth_methods_supported: ['none', ...both, 'private_key_jwt'] },
      userinfo: { ...person, name: 'Ann Lee', preferred_username: 'ann@people.localhost' },
    },
    expected: ann,
  },
  'Cognito: whether an address is verified said as text, the account name under a name of its own': {
    manners: {
      secret,
      authentication: both,
      metadata: { token_endpoint_auth_methods_supported: [...both] },
      idToken: { email: person.email, email_verified: true, 'cognito:username': 'ann' },
      userinfo: { email: person.email, email_verified: 'true', username: 'ann' },
    },
    expected: { ...ann, name: 'ann' },
  },
  'Cognito: an address that is not verified': {
    manners: { secret, userinfo: { email: person.email, email_verified: 'false', username: 'ann' } },
    expected: { ...ann, emailVerified: false, name: 'ann' },
  },
  'LINE: signed with the secret, which its metadata does not say; the secret in the body alone': {
    manners: {
      secret,
      algorithm: 'HS256',
      authentication: ['client_secret_post'],
      unauthenticated: { status: 400, error: 'invalid_request' },
      metadata: {
        id_token_signing_alg_values_supported: ['ES256'],
        scopes_supported: ['openid', 'profile', 'email'],
      },
      idToken: { name: 'Ann Lee', picture: 'https://profile.example/x', email: person.email },
      userinfo: { name: 'Ann Lee', picture: 'https://profile.example/x' },
    },
    expected: { ...ann, emailVerified: false },
  },
  'Kakao: scopes and a nickname of its own': {
    manners: {
      secret,
      authentication: ['client_secret_post'],
      metadata: { token_endpoint_auth_methods_supported: ['client_secret_post'] },
      scopes: ['openid', 'account_email', 'profile_nickname'],
      idToken: { nickname: '안', email: person.email },
      userinfo: { nickname: '안', ...person },
    },
    settings: { OIDC_SCOPES: 'openid account_email profile_nickname' },
    expected: { ...ann, name: '안' },
  },
  'GitLab: the nickname is the account name': {
    manners: {
      secret,
      authentication: both,
      metadata: { token_endpoint_auth_methods_supported: [...both] },
      idToken: { ...person, name: 'Ann Lee', nickname: 'ann', groups_direct: ['people'] },
      userinfo: { ...person, name: 'Ann Lee', nickname: 'ann', preferred_username: 'ann' },
    },
    expected: ann,
  },
  'Nextcloud: ID tokens signed with the secret where the administrator chose that': {
    manners: {
      secret,
      algorithm: 'HS256',
      authentication: both,
      metadata: {
        token_endpoint_auth_methods_supported: ['client_secret_post', 'client_secret_basic'],
        id_token_signing_alg_values_supported: ['RS256', 'HS256'],
        scopes_supported: ['openid', 'profile', 'email', 'roles', 'groups'],
      },
      idToken: { preferred_username: 'ann' },
      userinfo: { ...person, name: 'Ann Lee', preferred_username: 'ann' },
    },
    expected: ann,
  },
  'Discord: another word for the profile': {
    manners: {
      secret,
      authentication: both,
      scopes: ['openid', 'email', 'identify'],
      metadata: {
        token_endpoint_auth_methods_supported: [...both],
        scopes_supported: ['openid', 'email', 'identify', 'guilds'],
      },
      userinfo: { ...person, preferred_username: 'ann.lee', nickname: 'Ann Lee' },
    },
    expected: ann,
    asked: { scope: 'openid email identify' },
  },
  'Logto: names that are null, elliptic curves': {
    manners: {
      secret,
      path: '/oidc',
      algorithm: 'ES256',
      metadata: {
        id_token_signing_alg_values_supported: ['ES256'],
        token_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_jwt', 'none'],
      },
      idToken: { name: null, picture: null, username: 'ann' },
      userinfo: { name: null, picture: null, username: 'ann', ...person },
    },
    expected: { ...ann, name: 'ann' },
  },
  'Ory Hydra: the header alone, scopes it does not know refused': {
    manners: {
      secret,
      authentication: ['client_secret_basic'],
      scopes: ['openid'],
      metadata: {
        token_endpoint_auth_methods_supported: ['client_secret_post', 'client_secret_basic', 'none'],
        scopes_supported: ['openid', 'offline'],
      },
      userinfo: {},
    },
    expected: { email: null, emailVerified: false, name: null },
    asked: { scope: 'openid' },
  },
  'a client without a secret': {
    manners: {
      metadata: { token_endpoint_auth_methods_supported: ['none'] },
      userinfo: { ...person, name: 'Ann Lee' },
    },
    expected: ann,
  },
  'the secret shown by a signature alone': {
    manners: {
      secret,
      authentication: ['client_secret_jwt'],
      metadata: { token_endpoint_auth_methods_supported: ['client_secret_jwt'] },
      userinfo: { ...person, name: 'Ann Lee' },
    },
    expected: ann,
  },
  'signatures of RSA-PSS': {
    manners: {
      algorithm: 'PS256',
      metadata: { id_token_signing_alg_values_supported: ['PS256'] },
      userinfo: { ...person, name: 'Ann Lee' },
    },
    expected: ann,
  },
  'signatures of Ed25519': {
    manners: {
      algorithm: 'EdDSA',
      metadata: { id_token_signing_alg_values_supported: ['EdDSA'] },
      userinfo: { ...person, name: 'Ann Lee' },
    },
    expected: ann,
  },
  'a form is the only way of answering': {
    manners: {
      metadata: { response_modes_supported: ['form_post'] },
      userinfo: { ...person, name: 'Ann Lee' },
    },
    expected: ann,
    asked: { response_mode: 'form_post' },
  },
  'nothing but the account name': {
    manners: { userinfo: { preferred_username: 'ann.lee' } },
    expected: { email: null, emailVerified: false, name: 'ann.lee' },
  },
  'an address that another place calls verified is another address': {
    manners: {
      idToken: { email: 'boss@people.example', email_verified: true },
      userinfo: { email: 'ann@people.example', name: 'Ann Lee' },
    },
    expected: { ...ann, emailVerified: false },
  },
  'the same address that the ID token calls verified': {
    manners: {
      idToken: { email: 'Ann@People.example', email_verified: true },
      userinfo: { email: 'ann@people.example', name: 'Ann Lee' },
    },
    expected: ann,
  },
  'claims of the wrong kind are none': {
    manners: {
      idToken: { name: { first: 'Ann' }, email: ['ann@people.example'], email_verified: 1, nickname: '  ' },
      userinfo: { name: 7, given_name: 'Ann', family_name: 'Lee' },
    },
    expected: { email: null, emailVerified: false, name: 'Ann Lee' },
  },
};
