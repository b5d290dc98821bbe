export interface ShownSetting {
  name: string;
  /** Null where it has none, and for secrets, of which only `isGiven` is said. */
  value: string | null;
  isGiven: boolean;
  isSecret: boolean;
}

const openKey = 'VAPID_PUBLIC_KEY';
/** By the name, so that a setting that comes later is no secret given away. */
const isSecret = (name: string) =>
  name !== openKey && /SECRET|PRIVATE|PASSWORD|PASSWD|TOKEN|CREDENTIAL|_KEY(_|$)/.test(name);

/** Addresses may carry names, passwords and keys. */
function withoutCredentials(value: string): string {
  const several = value.split(/,(?=\s*[a-z][a-z+.-]*:\/\/)/i);
  if (several.length > 1) return several.map((one) => withoutCredentials(one.trim())).join();
  const scheme = /^[a-z][a-z+.-]*:\/\//i.exec(value)?.[0];
  if (!scheme) return value;
  // With several hosts it is no URL, and the driver of the database takes it all the same.
  if (!URL.canParse(value))
    return `${scheme}${value.slice(scheme.length).replace(/^.*@/, '').replace(/\?.*$/, '')}`;
  const { protocol, host, pathname } = new URL(value);
  return `${protocol}//${host}${pathname === '/' ? '' : pathname}`;
}

/** `given` is what the environment said, `inForce` what came of it with the defaults. */
export function shownSettings(
  given: Readonly<Record<string, unknown>>,
  inForce: Readonly<Record<string, unknown>>,
): ShownSetting[] {
  return Object.entries(inForce).map(([name, value]) => {
    const isHidden = isSecret(name) || value === null || value === undefined;
    return {
      name,
      value: isHidden ? null : withoutCredentials(String(value)),
      isGiven: given[name] !== undefined,
      isSecret: isSecret(name),
    };
  });
}
