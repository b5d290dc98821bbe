import * as indoors from './pictures-indoors.data.ts';
import * as outdoors from './pictures-outdoors.data.ts';
import * as streets from './pictures-streets.data.ts';

export const pictureNames = [
  'picnic',
  'latte',
  'window-cat',
  'lantern-market',
  'hill-path',
  'bookstall',
  'quay-dusk',
  'park-chess',
  'bicycle',
  'dumplings',
  'rainy-window-tea',
  'garden-bed',
  'record-player',
  'running-shoes',
  'park-dog',
  'film-camera',
  'plum-cake',
  'hill-tram',
  'mahjong-tiles',
  'hill-sunrise',
  'victorian-row',
  'stoop-guitar',
  'library-shelf',
  'fog-over-trees',
] as const;

export type PictureName = (typeof pictureNames)[number];

const drawings: Record<PictureName, () => string> = {
  picnic: outdoors.picnic,
  latte: indoors.latte,
  'window-cat': indoors.windowCat,
  'lantern-market': streets.lanternMarket,
  'hill-path': outdoors.hillPath,
  bookstall: streets.bookstall,
  'quay-dusk': outdoors.quayDusk,
  'park-chess': outdoors.parkChess,
  bicycle: streets.bicycle,
  dumplings: indoors.dumplings,
  'rainy-window-tea': indoors.rainyWindowTea,
  'garden-bed': outdoors.gardenBed,
  'record-player': indoors.recordPlayer,
  'running-shoes': streets.runningShoes,
  'park-dog': outdoors.parkDog,
  'film-camera': indoors.filmCamera,
  'plum-cake': indoors.plumCake,
  'hill-tram': streets.hillTram,
  'mahjong-tiles': indoors.mahjongTiles,
  'hill-sunrise': outdoors.hillSunrise,
  'victorian-row': streets.victorianRow,
  'stoop-guitar': streets.stoopGuitar,
  'library-shelf': indoors.libraryShelf,
  'fog-over-trees': outdoors.fogOverTrees,
};

export function pictureSvg(name: PictureName): string {
  return drawings[name]();
}
