import {
  box,
  disc,
  faded,
  oval,
  placed,
  ring,
  scene,
  shape,
  steam,
  stroke,
  times,
  turned,
} from './drawing.rules.ts';

export function latte(): string {
  return scene(
    '#c99a6b',
    stroke('M0 60h400M0 130h400M0 205h400M0 270h400', '#b98657', 4),
    turned(
      12,
      300,
      40,
      box(286, 30, 150, 200, '#f4ede0', 6),
      stroke('M304 70h80M304 94h88M304 118h66', '#cfc3ae', 5),
    ),
    faded(0.25, disc(168, 166, 106, '#6b4a2c')),
    disc(160, 156, 106, '#efe6d6'),
    disc(160, 156, 74, '#fffaf0'),
    disc(160, 156, 62, '#6f4327'),
    shape('M160 196c-30-18-40-36-34-52 5-12 22-14 34 2 12-16 29-14 34-2 6 16-4 34-34 52Z', '#e8cba6'),
    stroke('M222 118c34-20 52 10 34 30', '#fffaf0', 16),
    turned(34, 260, 240, box(206, 240, 92, 8, '#dcdde0', 4), oval(300, 244, 20, 12, '#dcdde0')),
  );
}

export function windowCat(): string {
  return scene(
    '#e9dcc6',
    box(52, -10, 296, 208, '#bfdcea'),
    disc(292, 44, 20, '#fff3cf'),
    shape('M52 150c50-30 90-24 130-6s110 20 166-20v74H52Z', '#9bbf7c'),
    stroke('M200-10v208M52 84h296', '#fff8ea', 10),
    stroke('M46-10v210h308v-210', '#fff8ea', 12),
    shape('M0 0h44c0 70-10 130-44 170Z', '#d98a6a'),
    shape('M400 0h-44c0 70 10 130 44 170Z', '#d98a6a'),
    box(20, 196, 360, 26, '#d8b98c'),
    shape('M118 200c-4-44 40-70 92-64 46 4 76 26 78 64Z', '#e59a4f'),
    shape('M96 200c-12-24 0-54 30-56 8-12 14-12 18-2 16 2 28 18 26 34-2 16-10 24-24 24Z', '#eda75f'),
    shape('M104 150l-2-28 24 18ZM140 144l16-22 8 30Z', '#eda75f'),
    stroke('M112 172c4 4 9 4 12 0M142 172c4 4 9 4 12 0M130 182l3 3 3-3', '#6b3f19', 3),
    stroke('M212 138c-6 14-4 28 2 40M246 146c-4 12-4 24 0 34', '#cc7f36', 8),
    stroke('M282 194c26 6 42-4 40-20', '#e59a4f', 14),
    shape('M334 196l-5-30h36l-5 30Z', '#b65f43'),
    disc(347, 152, 15, '#6f9f48'),
    disc(337, 160, 10, '#8fbf5f'),
    disc(358, 160, 10, '#7fb056'),
  );
}

function raindrop(index: number): string {
  const x = 44 + ((index * 67) % 316);
  const y = 12 + ((index * 43) % 176);
  const length = 10 + ((index * 13) % 26);
  return faded(0.75, stroke(`M${x} ${y}v${length}`, '#eaf3f6', 2.4), disc(x, y + length, 3.4, '#eaf3f6'));
}

export function rainyWindowTea(): string {
  return scene(
    '#d9c7ab',
    box(24, -10, 352, 222, '#8fa9b5'),
    shape('M24 212v-88h46v-26h44v40h40v-58h48v74h44v-44h50v30h44v-22h36v94Z', '#7b95a2'),
    shape('M24 212v-44c60-26 90-6 140-14s120-22 212 6v52Z', '#6d8a80'),
    times(7, (index) => box(44 + index * 48, 118 + ((index * 23) % 30), 10, 13, '#f3d89a', 2)),
    times(30, raindrop),
    stroke('M200-10v222', '#f6ecd9', 9),
    stroke('M20-10v224h360v-224', '#f6ecd9', 12),
    box(0, 210, 400, 90, '#b98a5c'),
    box(0, 210, 400, 14, '#cfa272'),
    oval(252, 274, 62, 9, '#a3774b'),
    steam(238, 190, '#f3f5f2'),
    shape('M204 204h92c0 44-16 68-46 68s-46-24-46-68Z', '#c9614f'),
    oval(250, 204, 46, 10, '#e08a74'),
    oval(250, 205, 38, 7, '#8f4a22'),
    stroke('M296 216c26-4 26 32-8 34', '#c9614f', 8),
    stroke('M210 226c24 10 56 10 80 0', '#f3dcc4', 4),
    turned(-6, 110, 262, box(52, 252, 118, 18, '#3f6f6a', 3), box(58, 255, 108, 11, '#f6ecd9', 2)),
    turned(3, 110, 244, box(58, 236, 106, 17, '#d9a441', 3), box(63, 239, 97, 10, '#f6ecd9', 2)),
  );
}

export function recordPlayer(): string {
  return scene(
    '#d7b48c',
    stroke('M0 70h400M0 150h400M0 230h400', '#c9a277', 4),
    turned(
      9,
      350,
      150,
      box(284, 58, 170, 170, '#e0755c', 4),
      disc(370, 142, 54, '#f3d27a'),
      box(284, 150, 170, 78, '#3f6f7a'),
    ),
    faded(0.25, box(34, 42, 268, 232, '#5a3b22', 14)),
    box(26, 32, 268, 232, '#8a5a3c', 14),
    box(38, 44, 244, 208, '#a06c48', 8),
    disc(140, 148, 98, '#4a3226'),
    disc(140, 148, 92, '#262a35'),
    times(5, (index) => ring(140, 148, 44 + index * 10, '#3a4050', 1.6)),
    faded(0.35, shape('M140 148L76 82a92 92 0 0 1 34-21ZM140 148l64 66a92 92 0 0 1-34 21Z', '#7c869c')),
    disc(140, 148, 32, '#e9b83a'),
    ring(140, 148, 20, '#d8843f', 5),
    disc(140, 148, 4, '#fff6e2'),
    disc(254, 76, 20, '#d9d4c8'),
    disc(254, 76, 11, '#8d8a84'),
    stroke('M254 76v86l-34 42', '#efe9dc', 6),
    turned(39, 218, 206, box(210, 198, 16, 24, '#c9513f', 3)),
    disc(256, 232, 10, '#e9d6a8'),
    disc(228, 238, 6, '#e9d6a8'),
  );
}

const spineColours = ['#c9513f', '#2f5d73', '#e6b23f', '#6d8b45', '#8a4f6d', '#3f6f6a', '#d98a4b', '#e9d6a8'];

function bookRow(floor: number, seed: number): string {
  let x = 18;
  return times(17, (index) => {
    const turn = index * 5 + seed;
    const width = 14 + ((turn * 7) % 11);
    const height = 44 + ((turn * 11) % 20);
    const colour = spineColours[(turn * 3) % spineColours.length] ?? '#c9513f';
    const gap = turn % 7 === 0 ? 16 : 1;
    const book =
      box(x, floor - height, width, height, colour, 1.5) +
      box(x + 3, floor - height + 8, width - 6, 3, '#fff6e2') +
      box(x + 3, floor - 12, width - 6, 2, '#fff6e2');
    x += width + gap;
    return x > 384 ? '' : book;
  });
}

export function libraryShelf(): string {
  return scene(
    '#7c573c',
    box(10, 10, 380, 280, '#5e4030'),
    bookRow(92, 1),
    box(6, 92, 388, 10, '#a37a52'),
    bookRow(188, 4),
    box(6, 188, 388, 10, '#a37a52'),
    bookRow(284, 6),
    box(6, 284, 388, 16, '#a37a52'),
    stroke('M246 296l26-290M306 296l-12-290', '#e3bf84', 9),
    stroke('M250 258h53M254 210h47M258 162h41M263 114h33M267 66h27', '#d1a766', 8),
    shape('M58 92l-4-26h34l-4 26Z', '#d98a6a'),
    disc(71, 50, 15, '#7fb056'),
    disc(59, 60, 11, '#8fbf5f'),
    disc(83, 60, 11, '#6f9f48'),
    oval(146, 176, 26, 12, '#eda75f'),
    disc(122, 170, 11, '#f0b36f'),
    shape('M113 164l1-13 9 7ZM123 158l9-7 0 13Z', '#f0b36f'),
    stroke('M170 182c14 4 18-4 16-12', '#eda75f', 6),
  );
}

function photoPrints(): string {
  return [
    turned(
      -12,
      74,
      90,
      box(22, 32, 108, 92, '#fffaf0', 3),
      box(30, 40, 92, 66, '#a9cfe0'),
      shape('M30 106V86l28-20 22 18 16-10 26 20v12Z', '#7fa38a'),
    ),
    turned(
      10,
      340,
      70,
      box(284, 24, 104, 90, '#fffaf0', 3),
      box(292, 32, 88, 64, '#f3b98c'),
      disc(336, 68, 16, '#fff0cf'),
      box(292, 76, 88, 20, '#7d6a80'),
    ),
  ].join('');
}

export function filmCamera(): string {
  return scene(
    '#e6c9a0',
    stroke('M0 90h400M0 180h400M0 258h400', '#d9b98c', 4),
    photoPrints(),
    stroke('M104 140c-60 4-86 60-60 106s96 30 120 44M296 140c60 4 80 50 66 92', '#7a4a32', 9),
    faded(0.22, box(98, 122, 214, 134, '#5a3b22', 16)),
    box(92, 110, 214, 136, '#3b4252', 14),
    shape('M92 140v-16a14 14 0 0 1 14-14h186a14 14 0 0 1 14 14v16Z', '#d9dcdf'),
    shape('M164 110l10-24h50l10 24Z', '#d9dcdf'),
    box(180, 94, 38, 14, '#56687a', 3),
    box(110, 98, 30, 12, '#aeb4ba', 3),
    disc(272, 104, 11, '#aeb4ba'),
    disc(272, 100, 6, '#c9513f'),
    box(92, 140, 214, 5, '#2a303d'),
    disc(199, 184, 58, '#23282f'),
    disc(199, 184, 48, '#59636f'),
    disc(199, 184, 38, '#23282f'),
    disc(199, 184, 28, '#3d6478'),
    disc(199, 184, 15, '#274554'),
    faded(0.8, disc(188, 172, 8, '#d5ebf3')),
    disc(284, 160, 5, '#e9b83a'),
    placed(
      322,
      218,
      1,
      box(0, 0, 34, 44, '#e9b83a', 4),
      box(-3, -4, 40, 8, '#39424e', 3),
      box(-3, 40, 40, 8, '#39424e', 3),
      box(12, -12, 10, 10, '#39424e', 2),
      box(0, 16, 34, 10, '#d8433b'),
    ),
  );
}

function mahjongTile(x: number, y: number, face: string): string {
  return placed(
    x,
    y,
    1,
    box(2, 10, 54, 74, '#2f7a5c', 7),
    box(2, 5, 54, 74, '#e4dcc8', 7),
    box(0, 0, 54, 72, '#fffaf0', 7),
    face,
  );
}

/** Points are written "x,y" with a space between two. */
function atPoints(points: string, draw: (x: number, y: number) => string): string {
  return points
    .split(' ')
    .map((point) => point.split(',').map(Number))
    .map(([x = 0, y = 0]) => draw(x, y))
    .join('');
}

const circleFace = (points: string, colour: string): string =>
  atPoints(points, (x, y) => disc(x, y, 8, colour) + disc(x, y, 3, '#fffaf0'));

const bambooFace = (points: string): string =>
  atPoints(
    points,
    (x, y) => box(x - 3.5, y - 10, 7, 20, '#4f8c5a', 3) + box(x - 5, y - 2, 10, 4, '#3a6f46', 2),
  );

function sparrowFace(): string {
  return [
    shape('M14 48c0-18 12-30 26-26 4-8 10-6 8 2-2 16-8 30-22 32Z', '#4f8c5a'),
    shape('M22 44c2-10 10-14 18-12-2 10-8 16-18 12Z', '#c9513f'),
    shape('M16 48L6 62l20-6Z', '#2f6a58'),
    disc(42, 24, 2, '#fffaf0'),
    stroke('M28 56v8M34 54v8', '#d98a4b', 3),
  ].join('');
}

export function mahjongTiles(): string {
  return scene(
    '#3f7f68',
    box(14, 14, 372, 272, '#478a72', 18),
    times(7, (index) =>
      placed(40 + index * 46, 30, 0.75, mahjongTile(0, 0, box(0, 0, 54, 72, '#3f9a72', 7))),
    ),
    mahjongTile(28, 124, circleFace('27,36', '#c9513f') + ring(27, 36, 16, '#2f5d73', 5)),
    mahjongTile(86, 124, circleFace('16,18 38,54', '#2f5d73') + circleFace('27,36', '#c9513f')),
    mahjongTile(144, 124, sparrowFace()),
    mahjongTile(202, 124, bambooFace('27,20 16,50 38,50')),
    mahjongTile(260, 124, circleFace('16,18 38,18 16,54 38,54', '#3f7f68')),
    mahjongTile(318, 124, bambooFace('16,20 38,20 16,52 38,52')),
    turned(
      -16,
      120,
      250,
      mahjongTile(84, 214, box(9, 12, 36, 48, '#fffaf0', 4) + stroke('M12 14h30v44H12Z', '#2f5d73', 4)),
    ),
    turned(12, 300, 250, mahjongTile(262, 212, circleFace('16,18 38,18 27,36 16,54 38,54', '#c9513f'))),
    turned(
      20,
      204,
      252,
      box(186, 238, 28, 28, '#fffaf0', 6),
      disc(195, 247, 3, '#2f5d73'),
      disc(205, 257, 3, '#2f5d73'),
      disc(200, 252, 3.4, '#c9513f'),
    ),
    box(224, 256, 22, 22, '#fffaf0', 5),
    disc(235, 267, 5, '#c9513f'),
  );
}

function dumpling(x: number, y: number, degrees: number): string {
  return placed(
    x,
    y,
    1,
    turned(
      degrees,
      0,
      0,
      faded(0.25, oval(2, 6, 32, 24, '#6b4a2c')),
      shape('M-32 8C-32-16-14-24 0-24s32 8 32 32c-6 12-20 14-32 14S-26 20-32 8Z', '#fbf1de'),
      shape(
        'M-32 6C-28-14-14-22 0-22s28 8 32 28c-4-2-6-8-10-8s-4 5-8 5-4-7-8-7-3 6-6 6-3-6-7-6-4 7-8 7-4-6-8-6-5 6-9 9Z',
        '#efdcb9',
      ),
      stroke('M-21-6c1 4 1 6 0 9M-8-14c1 5 1 9 0 13M7-14c-1 5-1 9 0 13M20-6c-1 4-1 6 0 9', '#d6bb8d', 2.4),
    ),
  );
}

export function dumplings(): string {
  return scene(
    '#4f8278',
    stroke('M0 40h400M0 110h400M0 180h400M0 250h400', '#477970', 5),
    faded(0.3, disc(168, 160, 134, '#24443e')),
    disc(160, 150, 134, '#b9834a'),
    disc(160, 150, 122, '#d9a765'),
    disc(160, 150, 112, '#b98a52'),
    disc(160, 150, 108, '#ecd3a0'),
    faded(0.5, stroke('M70 90h180M54 120h212M52 150h216M54 180h212M70 210h180', '#d9b97e', 4)),
    dumpling(160, 84, 0),
    dumpling(98, 122, -14),
    dumpling(222, 122, 12),
    dumpling(160, 152, 4),
    dumpling(98, 190, 10),
    dumpling(222, 190, -8),
    dumpling(160, 220, -4),
    disc(344, 88, 46, '#f6ead0'),
    disc(344, 88, 34, '#6f3323'),
    oval(334, 78, 8, 4, '#a5d56c'),
    oval(352, 92, 7, 3, '#8cc152'),
    disc(342, 102, 3, '#e06a55'),
    disc(358, 76, 3, '#e06a55'),
    turned(14, 336, 220, box(318, 146, 8, 150, '#7a3f2a', 3), box(340, 146, 8, 150, '#7a3f2a', 3)),
  );
}

const plumHalf = (x: number, y: number, degrees: number): string =>
  placed(
    x,
    y,
    1,
    turned(
      degrees,
      0,
      0,
      oval(0, 0, 15, 20, '#6a3358'),
      oval(0, 1, 10, 15, '#a34a5e'),
      oval(0, 2, 4, 7, '#d8868a'),
    ),
  );

function plumRing(count: number, radius: number, offset: number): string {
  return times(count, (index) => {
    const angle = (index / count) * 2 * Math.PI + offset;
    const x = Math.round(178 + radius * Math.cos(angle));
    const y = Math.round(152 + radius * Math.sin(angle));
    return plumHalf(x, y, Math.round((angle * 180) / Math.PI) + 90);
  });
}

function servedSlice(): string {
  return [
    disc(366, 246, 44, '#fffaf0'),
    ring(366, 246, 37, '#b9d3c4', 4),
    turned(
      -34,
      346,
      70,
      box(342, 56, 7, 104, '#c3c7cb', 3),
      box(334, 14, 23, 46, '#c3c7cb', 6),
      stroke('M341 12v30M350 12v30', '#f4e9d6', 3),
    ),
    placed(
      332,
      214,
      0.6,
      shape('M0 40L92 4l6 66Z', '#b97a3a'),
      shape('M10 38L86 8l5 52Z', '#e8b765'),
      turned(80, 66, 36, oval(66, 36, 13, 18, '#6a3358'), oval(66, 36, 8, 12, '#a34a5e')),
    ),
  ].join('');
}

export function plumCake(): string {
  return scene(
    '#f4e9d6',
    faded(
      0.5,
      times(7, (index) => box(20 + index * 60, 0, 26, 300, '#e9a79a')),
    ),
    faded(
      0.5,
      times(5, (index) => box(0, 14 + index * 62, 400, 26, '#e9a79a')),
    ),
    faded(0.2, disc(186, 162, 138, '#5a3b22')),
    disc(178, 152, 138, '#fffaf0'),
    ring(178, 152, 128, '#b9d3c4', 5),
    disc(178, 152, 112, '#b97a3a'),
    disc(178, 152, 102, '#e8b765'),
    plumRing(12, 80, 0.28),
    plumRing(7, 42, 0.5),
    plumHalf(178, 152, 20),
    times(18, (index) => {
      const reach = 22 + ((index * 29) % 74);
      return disc(178 + reach * Math.cos(index * 2.4), 152 + reach * Math.sin(index * 2.4), 2.2, '#fff6e2');
    }),
    shape('M178 152L283 109A114 114 0 0 1 291 170Z', '#fffaf0'),
    stroke('M178 152L283 110M178 152l111 18', '#c98f48', 4),
    servedSlice(),
  );
}
