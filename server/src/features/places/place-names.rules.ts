import type { Box, Position } from '@dazi/contract/places/places';
import { boxContains } from '@dazi/contract/places/places.rules';

/** Nobody says that something is near a town further away. */
export const nearEnough_km = 50;

interface NamedBox extends Box {
  name: string;
  names: { ja: string; zh: string };
}

const box = (
  name: string,
  ja: string,
  zh: string,
  [west, south, east, north]: readonly number[],
): NamedBox => ({
  name,
  names: { ja, zh },
  west: west!,
  south: south!,
  east: east!,
  north: north!,
});

/** The last resort, where the list of towns has nothing or is not there: large cities by their boxes. */
const cityBoxes: readonly NamedBox[] = [
  box('San Francisco', 'サンフランシスコ', '旧金山', [-122.55, 37.68, -122.33, 37.84]),
  box('Los Angeles', 'ロサンゼルス', '洛杉矶', [-118.7, 33.7, -118.1, 34.35]),
  box('New York City', 'ニューヨーク', '纽约', [-74.27, 40.48, -73.68, 40.93]),
  box('Chicago', 'シカゴ', '芝加哥', [-87.95, 41.64, -87.5, 42.05]),
  box('Toronto', 'トロント', '多伦多', [-79.65, 43.57, -79.1, 43.86]),
  box('Mexico City', 'メキシコシティ', '墨西哥城', [-99.37, 19.2, -98.94, 19.6]),
  box('São Paulo', 'サンパウロ', '圣保罗', [-46.83, -23.8, -46.36, -23.35]),
  box('London', 'ロンドン', '伦敦', [-0.52, 51.28, 0.34, 51.7]),
  box('Paris', 'パリ', '巴黎', [2.2, 48.8, 2.48, 48.91]),
  box('Berlin', 'ベルリン', '柏林', [13.08, 52.33, 13.77, 52.68]),
  box('Tokyo', '東京', '东京', [139.55, 35.5, 139.93, 35.83]),
  box('Osaka', '大阪', '大阪', [135.35, 34.58, 135.62, 34.78]),
  box('Seoul', 'ソウル', '首尔', [126.76, 37.42, 127.19, 37.71]),
  box('Beijing', '北京', '北京', [116.1, 39.7, 116.75, 40.2]),
  box('Shanghai', '上海', '上海', [121.1, 30.95, 121.85, 31.45]),
  box('Shenzhen', '深圳', '深圳', [113.75, 22.45, 114.4, 22.86]),
  box('Hong Kong', '香港', '香港', [113.83, 22.15, 114.44, 22.57]),
  box('Taipei', '台北', '台北', [121.45, 24.96, 121.67, 25.21]),
  box('Singapore', 'シンガポール', '新加坡', [103.6, 1.2, 104.1, 1.48]),
  box('Sydney', 'シドニー', '悉尼', [150.6, -34.1, 151.35, -33.6]),
];

export function cityOfBox(position: Position): { name: string; names: { ja: string; zh: string } } | null {
  const found = cityBoxes.find((each) => boxContains(each, position));
  return found ? { name: found.name, names: found.names } : null;
}
