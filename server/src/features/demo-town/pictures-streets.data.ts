import {
  box,
  cloud,
  disc,
  faded,
  mirrored,
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

function lantern(x: number, y: number, size: number, fill: string): string {
  return placed(
    x,
    y,
    size,
    stroke('M0-44v14', '#565c78', 2),
    oval(0, 0, 26, 31, fill),
    faded(0.35, oval(0, 0, 12, 31, '#ffe9b0')),
    box(-10, -34, 20, 6, '#8f4a2c', 2),
    box(-10, 28, 20, 6, '#8f4a2c', 2),
    stroke('M0 34v12', '#e06a55', 3),
  );
}

export function lanternMarket(): string {
  return scene(
    '#2a2f45',
    times(9, (index) => disc(20 + ((index * 83) % 370), 14 + ((index * 31) % 40), 1.6, '#8d93b0')),
    stroke('M0 20c130 50 270 50 400 0', '#565c78', 3),
    stroke('M0 60c130 60 270 60 400 0', '#565c78', 4),
    lantern(70, 122, 1, '#f0953f'),
    lantern(200, 144, 1.08, '#f0953f'),
    lantern(330, 122, 1, '#f0953f'),
    lantern(135, 78, 0.66, '#f7c65c'),
    lantern(265, 78, 0.66, '#f7c65c'),
    box(0, 196, 140, 104, '#7d3b3a'),
    box(260, 206, 140, 94, '#3f5f63'),
    shape('M-6 196l18-24h128l14 24Z', '#c25846'),
    shape('M246 206l14-24h146v24Z', '#c25846'),
    box(20, 226, 96, 38, '#ffd98c'),
    box(284, 232, 98, 36, '#ffd98c'),
    times(4, (index) => oval(36 + index * 22, 258, 9, 7, '#d8844a')),
    times(3, (index) => disc(302 + index * 28, 260, 9, '#c9513f')),
    oval(200, 296, 70, 8, '#3a4060'),
    standingFigure(182, 300, 94, '#171a29'),
    standingFigure(222, 300, 84, '#171a29'),
  );
}

export function bookstall(): string {
  return scene(
    '#ecdcc0',
    shape('M0 0h400v54l-40 18-40-18-40 18-40-18-40 18-40-18-40 18-40-18-40 18L0 54Z', '#5b8f86'),
    faded(0.55, stroke('M40 0v58M120 0v58M200 0v58M280 0v58M360 0v58', '#f3e8d2', 24)),
    box(0, 226, 400, 74, '#a9794c'),
    stroke('M0 250h400M0 276h400', '#94683e', 3),
    box(26, 122, 26, 104, '#c9513f'),
    box(54, 104, 34, 122, '#2f5d73'),
    box(90, 132, 22, 94, '#e6b23f'),
    box(114, 114, 30, 112, '#6d8b45'),
    turned(7, 160, 226, box(150, 124, 26, 102, '#8a4f6d')),
    box(214, 196, 150, 30, '#3f6f6a', 2),
    box(224, 168, 130, 28, '#d98a4b', 2),
    box(218, 142, 140, 26, '#7a3f35', 2),
    turned(-5, 286, 132, box(236, 122, 104, 18, '#e9d6a8', 2)),
    stroke(
      'M60 128h22M60 136h22M120 138h18M232 182h40M226 155h52M32 142h14M32 206h14M224 211h66',
      '#fff6e2',
      4,
    ),
    shape('M176 226l8-30h24l8 30Z', '#c98a4a'),
    disc(196, 182, 16, '#7fb056'),
    disc(186, 190, 10, '#8fbf5f'),
    disc(206, 190, 10, '#6f9f48'),
  );
}

function slopeHouse(x: number, top: number, wall: string, roof: string): string {
  return (
    box(x, top, 66, 300 - top, wall) +
    shape(`M${x - 5} ${top}l38-26 38 26Z`, roof) +
    times(4, (index) =>
      box(x + 11 + (index % 2) * 27, top + 14 + Math.floor(index / 2) * 34, 17, 22, '#fff3d6', 2),
    )
  );
}

function tram(): string {
  return [
    box(-4, -74, 168, 10, '#8f3b33', 5),
    box(0, -66, 160, 64, '#f6ead0', 6),
    shape('M0-26h160v20a6 6 0 0 1-6 6H6a6 6 0 0 1-6-6Z', '#c9513f'),
    times(5, (index) => box(10 + index * 29, -58, 22, 26, '#a9cfe0', 3)),
    stroke('M4-26h152', '#e9b83a', 3),
    disc(34, 2, 11, '#3b4252'),
    disc(126, 2, 11, '#3b4252'),
    disc(34, 2, 4, '#8d93a4'),
    disc(126, 2, 4, '#8d93a4'),
    disc(156, -12, 5, '#ffe9a8'),
    stroke('M80-74l-18-34', '#5b5f6c', 3),
  ].join('');
}

export function hillTram(): string {
  return scene(
    '#cfe6f2',
    cloud(92, 46, 0.9),
    cloud(250, 30, 0.7),
    slopeHouse(4, 150, '#e8b7a0', '#8f5a4a'),
    slopeHouse(76, 128, '#b9d3c4', '#5f7f74'),
    slopeHouse(148, 118, '#f0d79a', '#a8743f'),
    slopeHouse(220, 98, '#c3c7df', '#6d6f93'),
    slopeHouse(292, 86, '#eec3b5', '#9c5f55'),
    slopeHouse(360, 66, '#bfd7a8', '#6d8b45'),
    shape('M0 246L400 156V300H0Z', '#c9c2b5'),
    shape('M0 262L400 172V300H0Z', '#8f8b88'),
    stroke('M-4 284L404 192M-4 300L404 208', '#6f6b6a', 4),
    stroke('M0 168L400 78', '#5b5f6c', 2),
    turned(-12.7, 110, 262, placed(112, 254, 1, tram())),
    shape('M0 300v-6L400 250v50Z', '#a7a29c'),
  );
}

function paintedHouse(x: number, wall: string, trim: string, roof: string): string {
  return placed(
    x,
    0,
    1,
    box(0, 118, 86, 132, wall),
    shape('M-4 120l47-58 47 58Z', roof),
    shape('M8 116l35-43 35 43Z', wall),
    box(35, 92, 16, 20, '#fdf3d8', 8),
    box(-3, 116, 92, 7, trim),
    shape('M6 132h42l4 6v104H2V138Z', trim),
    times(2, (row) => times(2, (column) => box(9 + column * 20, 142 + row * 50, 14, 34, '#bcd9e3', 2))),
    box(2, 180, 50, 6, wall),
    box(60, 134, 18, 32, '#bcd9e3', 2),
    box(58, 190, 22, 60, roof, 2),
    box(62, 196, 14, 18, '#fdf3d8', 2),
    disc(76, 222, 2, '#f3d27a'),
    shape('M54 250h30l6 18H48Z', '#e3dccd'),
    stroke('M52 256h34M50 262h38', '#c8bfad', 2),
  );
}

export function victorianRow(): string {
  return scene(
    '#cfe6f2',
    disc(346, 44, 22, '#fff3cf'),
    cloud(70, 40, 0.9),
    cloud(226, 32, 0.7),
    shape('M0 200V150h24v-22h20v30h40v-44h22v52h60v-30h26v26h50v-44h24v40h54v-22h26v30h54v42Z', '#b7cad6'),
    box(0, 196, 400, 74, '#a9bcae'),
    box(0, 246, 400, 24, '#d8d1c2'),
    paintedHouse(14, '#e8a68f', '#fbeee0', '#8c4b45'),
    paintedHouse(109, '#f0cf7c', '#fff6df', '#a8743f'),
    paintedHouse(204, '#9fc2b0', '#eef6ec', '#4f7a70'),
    paintedHouse(299, '#b7a9cf', '#f4effa', '#6a5a86'),
    box(0, 266, 400, 34, '#9cc76c'),
    shape('M0 276c120-14 280-14 400 0v24H0Z', '#86b656'),
    times(12, (index) =>
      disc(16 + index * 34, 286 + ((index * 7) % 9), 3, index % 2 ? '#fff3cf' : '#f2a6a0'),
    ),
  );
}

export function stoopGuitar(): string {
  return scene(
    '#e7b894',
    box(0, 0, 400, 190, '#d98f73'),
    times(7, (row) => stroke(`M0 ${22 + row * 26}h400`, '#cc8166', 2)),
    box(126, 0, 148, 176, '#f6ead0'),
    box(142, 0, 116, 170, '#3f6f6a'),
    box(154, 12, 40, 70, '#2f5752', 4),
    box(206, 12, 40, 70, '#2f5752', 4),
    box(154, 96, 92, 56, '#2f5752', 4),
    disc(246, 90, 5, '#e9b83a'),
    box(90, 170, 220, 36, '#e9e0cf'),
    box(62, 206, 276, 36, '#dcd1bc'),
    box(34, 242, 332, 40, '#cfc2aa'),
    box(0, 280, 400, 20, '#a89c8a'),
    stroke('M90 206h220M62 242h276M34 281h332', '#b9ac95', 3),
    turned(
      20,
      236,
      200,
      box(230, 60, 12, 106, '#6b4430', 3),
      box(227, 42, 18, 24, '#4a2f22', 3),
      disc(236, 172, 27, '#c9803f'),
      disc(236, 212, 36, '#c9803f'),
      box(213, 172, 46, 40, '#c9803f'),
      disc(236, 184, 13, '#4a2f22'),
      box(222, 218, 28, 7, '#4a2f22', 2),
      stroke('M233 62v158M239 62v158', '#f3dfb8', 1.4),
    ),
    shape('M78 242l6-38h44l6 38Z', '#b65f43'),
    disc(106, 178, 24, '#7fb056'),
    disc(88, 190, 15, '#6f9f48'),
    disc(124, 190, 15, '#8fbf5f'),
    disc(100, 172, 5, '#f6c8c0'),
    disc(116, 182, 5, '#f6c8c0'),
    disc(90, 188, 4, '#f6c8c0'),
    oval(328, 238, 16, 4, '#b9ac95'),
    box(314, 212, 28, 28, '#fffaf0', 5),
    ring(344, 225, 8, '#fffaf0', 4),
  );
}

function wheel(x: number, y: number): string {
  return (
    ring(x, y, 50, '#39424e', 6) +
    faded(
      0.6,
      stroke(
        `M${x - 46} ${y}h92M${x} ${y - 46}v92M${x - 33} ${y - 33}l66 66M${x + 33} ${y - 33}l-66 66`,
        '#9aa3ad',
        1.6,
      ),
    ) +
    disc(x, y, 6, '#39424e')
  );
}

export function bicycle(): string {
  const frame = '#3f8a7a';
  return scene(
    '#f0ddbb',
    box(0, 0, 400, 236, '#f3e2c4'),
    box(34, 40, 92, 116, '#fff8ea', 4),
    box(42, 48, 76, 100, '#bfdcea'),
    stroke('M80 48v100M42 98h76', '#fff8ea', 5),
    box(28, 154, 104, 12, '#c98a4a', 3),
    times(5, (index) => disc(40 + index * 20, 148, 12, index % 2 ? '#7fb056' : '#8fbf5f')),
    times(5, (index) => disc(38 + index * 21, 142, 4, index % 2 ? '#e9b83a' : '#e06a55')),
    box(0, 236, 400, 64, '#c9bda6'),
    oval(212, 268, 150, 8, '#b3a68d'),
    wheel(140, 216),
    wheel(296, 216),
    stroke('M140 216h66l-24-78-42 78M182 142l84-6-60 80', frame, 7),
    stroke('M296 216l-34-96', frame, 7),
    stroke('M182 138l-6-22', '#39424e', 6),
    shape('M152 108c12-6 36-6 46 0 2 8-10 10-22 10s-26-2-24-10Z', '#7a4a32'),
    stroke('M262 120l-3-12c-2-8-16-10-26-6', '#39424e', 6),
    disc(206, 216, 14, '#59636f'),
    stroke('M206 216l10 26M206 216l-10-24', '#39424e', 4),
    stroke('M208 243h18', '#39424e', 5),
    disc(288, 106, 15, '#f2a6a0'),
    disc(310, 102, 14, '#e9b83a'),
    disc(300, 94, 12, '#fffaf0'),
    shape('M270 110h60l-7 42h-46Z', '#c98a4a'),
    stroke('M273 124h54M275 138h50M290 112l2 38M310 112l-2 38', '#a66c33', 2.5),
  );
}

function sneaker(colour: string, shade: string): string {
  return [
    shape('M8 68V22c0-7 8-9 12-4 9 9 24 8 32-7 3-4 9-5 12-1l30 32c8 8 22 11 36 13 16 3 26 8 26 15Z', colour),
    shape('M8 68V44c16 2 30 10 34 24Z', shade),
    shape('M118 54c14 3 38 4 38 14h-46c0-6 2-10 8-14Z', '#fff6e2'),
    stroke('M58 32l15-8M68 42l15-9M78 51l15-9', '#fff6e2', 4),
    stroke('M46 66c14-4 30-14 44-26', '#fff6e2', 5),
    shape('M4 66h150c9 0 10 16 0 17H10c-10 0-12-17-6-17Z', '#fffaf0'),
    stroke('M8 77h146', '#d8cbb2', 2.5),
  ].join('');
}

export function runningShoes(): string {
  return scene(
    '#d9edf3',
    disc(318, 70, 32, '#fde7b0'),
    cloud(96, 58, 1),
    shape('M0 150c60-30 140-34 200-14s140 10 200-12v90H0Z', '#a9cf7e'),
    roundTree(366, 170, 0.6, '#8fbf5f', '#7fb056'),
    roundTree(40, 168, 0.55, '#8fbf5f', '#7fb056'),
    box(0, 176, 400, 124, '#cfa06d'),
    stroke('M0 206h400M0 240h400M0 274h400', '#bd8c58', 3),
    oval(130, 226, 86, 9, '#b3824f'),
    oval(258, 266, 88, 10, '#b3824f'),
    mirrored(130, placed(52, 140, 1.04, sneaker('#4f8ca0', '#3a6f82'))),
    placed(172, 176, 1.1, sneaker('#e0755c', '#bd5742')),
    shape('M330 196h30v46a8 8 0 0 1-8 8h-14a8 8 0 0 1-8-8Z', '#8fbf5f'),
    box(337, 180, 16, 18, '#3f6f6a', 3),
    box(330, 210, 30, 14, '#f3f7e8'),
  );
}
