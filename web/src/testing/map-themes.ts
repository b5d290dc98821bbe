import { readFileSync } from 'node:fs';
import { MAP_COLOUR_VARIABLES, type MapColours } from '#map/map-colours.ts';

const tokens = readFileSync(new URL('../ui/tokens.css', import.meta.url), 'utf8');

function coloursOf(selector: string): MapColours {
  const block = tokens.slice(tokens.lastIndexOf(selector));
  const entries = Object.entries(MAP_COLOUR_VARIABLES).map(([name, variable]) => [
    name,
    new RegExp(`${variable}: ([^;]+);`).exec(block)?.[1] ?? '',
  ]);
  return Object.fromEntries(entries) as MapColours;
}

/** The colours of both themes, as the tokens have them. */
export const mapThemes = {
  light: coloursOf('[data-theme="light"] {'),
  dark: coloursOf('[data-theme="dark"] {'),
};
