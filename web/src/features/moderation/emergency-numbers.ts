/** Where help is called, by region: police first. 112 is answered wherever a telephone finds a network. */
const numbers: Readonly<Record<string, readonly string[]>> = {
  JP: ['110', '119'],
  CN: ['110', '120'],
  TW: ['110', '119'],
  HK: ['999'],
  KR: ['112', '119'],
  SG: ['999', '995'],
  US: ['911'],
  CA: ['911'],
  MX: ['911'],
  GB: ['999', '112'],
  IE: ['112', '999'],
  AU: ['000'],
  NZ: ['111'],
  IN: ['112'],
};
export const everywhere = '112';

/** Beginnings of the names of time zones, each with the region it lies in. */
const regions: readonly (readonly [beginning: string, region: string])[] = [
  ['Asia/Tokyo', 'JP'],
  ['Asia/Shanghai', 'CN'],
  ['Asia/Urumqi', 'CN'],
  ['Asia/Taipei', 'TW'],
  ['Asia/Hong_Kong', 'HK'],
  ['Asia/Seoul', 'KR'],
  ['Asia/Singapore', 'SG'],
  ['Asia/Calcutta', 'IN'],
  ['Asia/Kolkata', 'IN'],
  ['Europe/London', 'GB'],
  ['Europe/Dublin', 'IE'],
  ['Australia/', 'AU'],
  ['Pacific/Auckland', 'NZ'],
  ['Pacific/Honolulu', 'US'],
  ['America/New_York', 'US'],
  ['America/Chicago', 'US'],
  ['America/Denver', 'US'],
  ['America/Phoenix', 'US'],
  ['America/Los_Angeles', 'US'],
  ['America/Anchorage', 'US'],
  ['America/Detroit', 'US'],
  ['America/Toronto', 'CA'],
  ['America/Vancouver', 'CA'],
  ['America/Edmonton', 'CA'],
  ['America/Winnipeg', 'CA'],
  ['America/Halifax', 'CA'],
  ['America/Mexico_City', 'MX'],
];

/** The number to call where the clock of the device says it is. */
export function nearestNumber(timeZone: string): string {
  const region = regions.find(([beginning]) => timeZone.startsWith(beginning))?.[1];
  return (region && numbers[region]?.[0]) || everywhere;
}

/** All of them, with the region each is for. */
export const emergencyNumbers: readonly { region: string; numbers: readonly string[] }[] = Object.entries(
  numbers,
).map(([region, those]) => ({ region, numbers: those }));
