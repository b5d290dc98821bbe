import {
  box,
  cloud,
  disc,
  faded,
  firTree,
  oval,
  placed,
  ring,
  roundTree,
  scene,
  shape,
  standingFigure,
  stroke,
  times,
  turned,
} from './drawing.rules.ts';

export function picnic(): string {
  return scene(
    '#cfe6f2',
    cloud(190, 50, 1),
    cloud(268, 78, 0.6),
    shape('M0 130c70-50 130-40 190-16s140 20 210-20v206H0Z', '#a9cf7e'),
    shape('M0 190c90-34 210-30 400 6v104H0Z', '#8fbf5f'),
    roundTree(62, 196, 1.15, '#7fb056', '#6f9f48'),
    roundTree(342, 188, 0.95, '#8fbf5f', '#7fb056'),
    shape('M120 220l160-14 50 54-240 18Z', '#f5efe2'),
    faded(
      0.75,
      stroke('M150 219l-22 55M192 216l-10 54M232 213l6 50M110 238l184-16M102 258l210-16', '#e06a55', 7),
    ),
    stroke('M160 230c4-30 36-30 40 0', '#a66c33', 5),
    shape('M152 228h56l-8 20h-40Z', '#c98a4a'),
    stroke('M154 235h52', '#a66c33', 3),
    disc(236, 238, 9, '#d8433b'),
    disc(253, 244, 9, '#e9b83a'),
    oval(276, 230, 13, 5, '#cfe0e6'),
    disc(276, 227, 5, '#7d5a86'),
  );
}

export function hillPath(): string {
  return scene(
    '#d8ecf4',
    disc(322, 62, 26, '#fff3cf'),
    cloud(88, 58, 0.8),
    box(0, 150, 400, 40, '#8fbcd7'),
    shape('M0 168l90-66 70 50 60-82 96 88 84-34v60H0Z', '#93a9a0'),
    shape('M220 70l-22 30 14 8 12-8 12 12 18-6Z', '#eef3ec'),
    shape('M0 210c100-60 200-50 400 10v80H0Z', '#8fb863'),
    shape('M0 250c120-50 260-40 400 10v40H0Z', '#769f4c'),
    shape(
      'M160 300c14-46 60-58 42-78-12-14-34-22-22-48l10 2c-6 18 22 26 34 44 20 30-26 44-30 80Z',
      '#f2e3bf',
    ),
    firTree(76, 252, 44, '#4f7a3a'),
    firTree(52, 262, 34, '#5c8a44'),
    firTree(330, 250, 50, '#4f7a3a'),
    firTree(358, 258, 38, '#5c8a44'),
    standingFigure(196, 218, 20, '#c9513f'),
  );
}

export function hillSunrise(): string {
  return scene(
    '#f9d9a8',
    box(0, 0, 400, 60, '#f2b48c'),
    box(0, 60, 400, 46, '#f6c695'),
    disc(206, 150, 66, '#fce9bd'),
    disc(206, 150, 46, '#fff6de'),
    stroke('M92 66c6-8 12-8 16 0 4-8 10-8 16 0M134 46c4-6 9-6 12 0 3-6 8-6 12 0', '#8a5a5c', 3),
    shape('M0 168c60-34 110-30 170-6s140 12 230-26v164H0Z', '#d69a86'),
    shape('M0 202c80-40 160-26 230-4s110 6 170-18v120H0Z', '#b37a7c'),
    shape('M0 246c70-44 150-44 220-14s120 18 180 2v66H0Z', '#7d5a68'),
    shape('M0 282c110-36 250-36 400 0v18H0Z', '#54435a'),
    standingFigure(112, 226, 40, '#3a3048'),
    standingFigure(136, 222, 34, '#3a3048'),
    firTree(322, 250, 36, '#54435a'),
    firTree(346, 252, 48, '#54435a'),
    firTree(372, 250, 30, '#54435a'),
  );
}

function fogBand(y: number, colour: string): string {
  const outline = `M0 ${y}c50-22 90 8 140-6s90-22 140-2 80 4 120-10v64H0Z`;
  return faded(0.82, shape(outline, colour));
}

export function fogOverTrees(): string {
  return scene(
    '#e3eaea',
    disc(296, 74, 30, '#f6f4e6'),
    shape('M0 130c80-50 150-30 220-20s120-30 180-16v90H0Z', '#c6d4d3'),
    times(12, (index) => firTree(18 + index * 34, 168, 54 + ((index * 29) % 34), '#a4b9b6')),
    fogBand(152, '#e6edec'),
    times(10, (index) => firTree(4 + index * 44, 226, 76 + ((index * 37) % 44), '#6f8f89')),
    fogBand(206, '#dbe5e3'),
    times(8, (index) => firTree(22 + index * 54, 304, 92 + ((index * 41) % 50), '#3f625c')),
    faded(0.6, shape('M0 284c80-20 150 6 220-6s120-8 180 2v20H0Z', '#dbe5e3')),
    stroke('M176 62c6-8 12-8 16 0 4-8 10-8 16 0M214 82c4-6 9-6 12 0 3-6 8-6 12 0', '#6f8f89', 3),
  );
}

function lettuce(x: number, y: number): string {
  return (
    disc(x - 9, y, 11, '#8cc152') +
    disc(x + 9, y, 11, '#8cc152') +
    disc(x, y - 8, 12, '#a5d56c') +
    disc(x, y + 1, 8, '#c3e594')
  );
}

function tomatoPlant(x: number, foot: number): string {
  return (
    stroke(`M${x} ${foot}v-96`, '#b98657', 4) +
    oval(x - 12, foot - 30, 15, 9, '#5f9140') +
    oval(x + 13, foot - 50, 15, 9, '#6fa34c') +
    oval(x - 11, foot - 72, 13, 8, '#5f9140') +
    disc(x + 9, foot - 32, 8, '#d8433b') +
    disc(x - 9, foot - 52, 7, '#e06a55') +
    disc(x + 7, foot - 72, 6, '#e9b83a')
  );
}

export function gardenBed(): string {
  return scene(
    '#d5ebf3',
    disc(58, 54, 24, '#fff3cf'),
    cloud(150, 60, 0.8),
    times(9, (index) => box(8 + index * 46, 96, 28, 96, '#ecd9b5', 4)),
    box(0, 120, 400, 9, '#d8bd8b'),
    box(0, 180, 400, 120, '#9cc76c'),
    times(4, (index) => tomatoPlant(84 + index * 52, 222)),
    shape('M40 206h320l18 34H22Z', '#6a4a35'),
    times(7, (index) => lettuce(58 + index * 47, 222)),
    box(20, 236, 360, 40, '#c08a55'),
    stroke('M20 256h360M112 238v36M254 238v36', '#a8743f', 3),
    shape('M296 150h52l6 52h-64Z', '#4f8c98'),
    stroke('M350 160c26-2 24 34 2 34', '#4f8c98', 6),
    stroke('M292 186l-30-30', '#4f8c98', 7),
    oval(260, 153, 12, 6, '#6fa9b3'),
    oval(322, 150, 26, 6, '#6fa9b3'),
  );
}

export function quayDusk(): string {
  return scene(
    '#f6b98a',
    box(0, 0, 400, 70, '#e8937b'),
    box(0, 70, 400, 46, '#f0a680'),
    disc(268, 158, 38, '#fff0cf'),
    box(0, 170, 400, 130, '#5d7f9c'),
    stroke('M200 184h136M222 198h92M240 212h58M252 228h34', '#fbe0b8', 5),
    shape('M0 170l60-22 52 14 48-20 40 28Z', '#7a6a80'),
    shape('M352 170v-30l10-6 10 6v30Z', '#6d5d74'),
    shape('M300 168h28l-5 9h-18ZM313 164v-28l16 26Z', '#fff0cf'),
    shape('M0 262h236l30 38H0Z', '#3b4252'),
    stroke('M30 262v-26M84 262v-26M138 262v-26M192 262v-26M20 240h190', '#3b4252', 5),
    standingFigure(108, 262, 66, '#262c3a'),
    standingFigure(134, 262, 60, '#262c3a'),
  );
}

export function parkDog(): string {
  return scene(
    '#d3e9f3',
    cloud(96, 52, 0.9),
    cloud(300, 74, 0.7),
    shape('M0 160c90-40 200-36 400-8v148H0Z', '#a9cf7e'),
    roundTree(52, 186, 0.9, '#7fb056', '#6f9f48'),
    roundTree(356, 180, 0.75, '#8fbf5f', '#7fb056'),
    shape('M0 214c110-28 260-24 400 6v80H0Z', '#8fbf5f'),
    oval(206, 274, 74, 10, '#78a84c'),
    stroke('M252 250c30 4 42-16 34-38', '#d99a56', 13),
    shape('M150 272c-2-60 14-110 54-112 44 2 62 54 58 112Z', '#d99a56'),
    shape('M180 272c-4-40 4-76 24-76s30 36 26 76Z', '#f6e6cc'),
    oval(172, 270, 18, 9, '#f6e6cc'),
    oval(238, 270, 18, 9, '#f6e6cc'),
    disc(204, 132, 46, '#d99a56'),
    shape('M168 104c-24-2-34 28-24 58 4 10 16 8 18-2 2-18 4-34 14-46Z', '#a8683a'),
    shape('M240 104c24-2 34 28 24 58-4 10-16 8-18-2-2-18-4-34-14-46Z', '#a8683a'),
    shape('M204 92c-10 14-10 30-6 44h12c4-14 4-30-6-44Z', '#f6e6cc'),
    oval(204, 150, 24, 19, '#f6e6cc'),
    oval(204, 140, 9, 7, '#43302a'),
    disc(187, 124, 5, '#43302a'),
    disc(221, 124, 5, '#43302a'),
    shape('M197 160h14v8a7 7 0 0 1-14 0Z', '#e5837a'),
    stroke('M204 147v8M192 158c6 4 18 4 24 0', '#43302a', 3),
    stroke('M168 176c22 14 50 14 72 0', '#c9513f', 8),
    disc(204, 190, 7, '#e9b83a'),
    disc(112, 262, 15, '#e9d94f'),
    stroke('M101 254c8 4 12 10 12 20', '#fffbe6', 3),
  );
}

interface BoardCorner {
  x: number;
  y: number;
}

function boardPoint(column: number, row: number): BoardCorner {
  const depth = (row / 8) ** 1.25;
  const half = 96 + 62 * depth;
  return { x: 200 + (column / 4 - 1) * half, y: 166 + 92 * depth };
}

function boardField(column: number, row: number): string {
  const corners = [
    boardPoint(column, row),
    boardPoint(column + 1, row),
    boardPoint(column + 1, row + 1),
    boardPoint(column, row + 1),
  ];
  const outline = corners.map(({ x, y }) => `${x.toFixed(1)} ${y.toFixed(1)}`).join('L');
  return shape(`M${outline}Z`, (column + row) % 2 === 0 ? '#f3e6cb' : '#8f6a48');
}

function chessPiece(column: number, row: number, fill: string, tall: boolean): string {
  const { x, y } = boardPoint(column + 0.5, row + 0.65);
  const neck = tall ? -44 : -24;
  return placed(
    x,
    y,
    0.62 + row * 0.06,
    oval(0, 0, 12, 5, fill),
    shape(`M-10-2C-4-8-5 ${neck + 8}-5 ${neck}h10C5 ${neck + 8} 4-8 10-2Z`, fill),
    oval(0, neck, 8, 3, fill),
    tall ? shape(`M-8 ${neck - 14}l4 13h8l4-13-5 5-3-8-3 8Z`, fill) : disc(0, neck - 7, 8, fill),
  );
}

export function parkChess(): string {
  const dark = '#3d2f2a';
  const light = '#fffaf0';
  return scene(
    '#cfe6d8',
    shape('M0 0h400v120H0Z', '#d9edf0'),
    disc(60, 60, 62, '#8fbf5f'),
    disc(128, 36, 44, '#a9cf7e'),
    disc(338, 44, 70, '#7fb056'),
    disc(266, 30, 40, '#9bc774'),
    box(52, 96, 14, 60, '#8a6442'),
    box(334, 96, 16, 60, '#8a6442'),
    shape('M0 136c120-20 280-20 400 0v164H0Z', '#a3cb77'),
    oval(200, 226, 196, 74, '#c9c2b2'),
    oval(200, 220, 196, 72, '#ded8ca'),
    shape('M100 162h200l66 102H34Z', '#6b4a33'),
    times(64, (index) => boardField(index % 8, Math.floor(index / 8))),
    chessPiece(4, 0, dark, true),
    chessPiece(1, 1, dark, false),
    chessPiece(5, 1, dark, false),
    chessPiece(6, 2, dark, false),
    chessPiece(3, 3, dark, false),
    chessPiece(4, 4, light, false),
    chessPiece(2, 5, light, false),
    chessPiece(6, 6, light, true),
    chessPiece(0, 6, light, false),
    turned(-14, 372, 214, ring(378, 206, 9, '#fffaf0', 4), box(350, 196, 26, 22, '#fffaf0', 4)),
  );
}
