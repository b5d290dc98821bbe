/** What a provider says of somebody, in the ID token or at its userinfo endpoint; nothing of it is certain to be there. */
export type Claims = Readonly<Record<string, unknown>>;

const said = (claims: Claims, name: string): string | null => {
  const value = claims[name];
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : null;
};

/** An account name is often an e-mail address: what stands before the sign is the name. */
const withoutDomain = (name: string | null) => name?.replace(/@.*$/su, '') || null;

/** `DOMAIN\name`, as Windows writes it. */
const withoutRealm = (name: string | null) => withoutDomain(name?.replace(/^.*\\/su, '') ?? null);

/** In the order of OpenID Connect Core 1.0, section 5.1; then what providers say instead. */
function nameIn(claims: Claims): string | null {
  const parts = ['given_name', 'middle_name', 'family_name'].map((part) => said(claims, part));
  return (
    said(claims, 'name') ??
    (parts.filter(Boolean).join(' ') || null) ??
    said(claims, 'nickname') ??
    withoutDomain(said(claims, 'preferred_username')) ??
    withoutDomain(said(claims, 'username')) ??
    withoutRealm(said(claims, 'unique_name')) ??
    withoutDomain(said(claims, 'upn'))
  );
}

/** Some providers say it as text. */
const isTrue = (value: unknown) => value === true || value === 'true';

/** Name and e-mail from all places, the first preferred; only the place that names an address can verify it. */
export function personIn(places: readonly Claims[]) {
  const email = places.map((claims) => said(claims, 'email')).find(Boolean) ?? null;
  const names = (claims: Claims) => said(claims, 'email')?.toLowerCase() === email?.toLowerCase();
  return {
    email,
    emailVerified: email !== null && places.some((claims) => names(claims) && isTrue(claims.email_verified)),
    name: nameIn(Object.assign({}, ...places.map(present).toReversed())),
  };
}

/** Without what is named but empty, so that it hides nothing that another place says. */
function present(claims: Claims): Claims {
  return Object.fromEntries(
    Object.keys(claims).flatMap((name) => {
      const value = said(claims, name);
      return value === null ? [] : [[name, value]];
    }),
  );
}

/** What Apple posts beside the code when somebody signs in for the first time: their name stands nowhere else. */
export function postedName(user: string | null): Claims {
  try {
    const { name } = JSON.parse(user ?? 'null') as { name: { firstName?: unknown; lastName?: unknown } };
    return { given_name: name.firstName, family_name: name.lastName };
  } catch {
    return {};
  }
}
