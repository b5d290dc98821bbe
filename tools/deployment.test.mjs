import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { inRepository } from './repository.mjs';
import { freePort } from './services.mjs';

/** @param {string} name */
const read = (name) => readFileSync(inRepository('deploy', name), 'utf8');

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'dazi-deploy-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Debian keeps some of them where only root looks. */
const places = ['/usr/sbin', '/usr/bin', '/usr/local/bin', '/usr/local/sbin', '/bin', '/sbin'];

/**
 * Runs a program on a file; one that is not installed is skipped, which the test run reports.
 * @param {import('vitest').TestContext} context
 * @param {string} debianPackage
 * @param {string[]} command
 */
function accepts(context, debianPackage, [name = '', ...parameters]) {
  const program = places.map((place) => join(place, name)).find((file) => existsSync(file));
  if (!program) return context.skip(`${name} is not installed: apt-get install ${debianPackage}`);
  const { status, stdout, stderr } = spawnSync(program, parameters, { encoding: 'utf8', cwd: folder });
  expect({ status, said: status === 0 ? '' : stdout + stderr }).toEqual({ status: 0, said: '' });
}

/** @param {string} name @param {string} text */
function put(name, text) {
  const file = join(folder, name);
  writeFileSync(file, text);
  return file;
}

describe('the files in deploy are what their programs read', () => {
  test('nginx', (context) => {
    copyFileSync(inRepository('deploy', 'nginx.conf'), join(folder, 'dazi.conf'));
    // Where it writes while it checks; as on a Debian machine it stands within the http block.
    const own = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
      (each) => `${each}_temp_path ${folder}/${each};`,
    );
    const main = `pid ${folder}/pid;\nerror_log ${folder}/log;\nevents {}\nhttp { access_log off; ${own.join(' ')} include ${folder}/dazi.conf; }\n`;
    accepts(context, 'nginx-light', ['nginx', '-t', '-q', '-c', put('nginx.conf', main)]);
  });

  test('Caddy', (context) => {
    const file = inRepository('deploy', 'Caddyfile');
    accepts(context, 'caddy', ['caddy', 'validate', '--adapter', 'caddyfile', '--config', file]);
  });

  test('HAProxy', (context) => {
    const pem = join(folder, 'dazi.pem');
    const made = spawnSync(
      'openssl',
      ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-subj', '/CN=dazi.example.org'].concat(
        ...[
          ['-keyout', `${pem}.key`],
          ['-out', `${pem}.crt`],
        ],
      ),
    );
    if (made.status !== 0) return context.skip('openssl is not installed: apt-get install openssl');
    put('dazi.pem', readFileSync(`${pem}.crt`, 'utf8') + readFileSync(`${pem}.key`, 'utf8'));
    const file = put('haproxy.cfg', read('haproxy.cfg').replace('/etc/haproxy/dazi.pem', pem));
    accepts(context, 'haproxy', ['haproxy', '-c', '-q', '-f', file]);
  });

  test('systemd', (context) => {
    const units = readdirSync(inRepository('deploy')).filter((name) => /\.(service|timer)$/.test(name));
    expect(units).toHaveLength(3);
    // Node lies elsewhere here and there.
    const files = units.map((name) => put(name, read(name).replaceAll('/usr/bin/node', process.execPath)));
    accepts(context, 'systemd', ['systemd-analyze', 'verify', '--man=no', ...files]);
  });

  test('Prometheus', (context) => {
    for (const name of ['alerts.yml', 'prometheus.yml']) put(name, read(name));
    accepts(context, 'prometheus', ['promtool', 'check', 'config', join(folder, 'prometheus.yml')]);
  });
});

describe('the files in deploy know', () => {
  const settings = new Set(
    [
      ...readFileSync(inRepository('server', 'src', 'platform', 'environment.ts'), 'utf8').matchAll(
        /^ {2}([A-Z_]+):/gm,
      ),
    ].map(([, name = '']) => name),
  );
  const compose = parse(read('compose.yaml'), { merge: true });

  test('only settings that there are', () => {
    expect(settings.size).toBeGreaterThan(30);
    const inUnits = ['dazi.service', 'dazi-backup.service'].flatMap((name) =>
      [...read(name).matchAll(/^Environment=(\w+)=/gm)].map(([, setting = '']) => setting),
    );
    const inFile = [...read('dazi.env').matchAll(/^(?:# )?([A-Z_]+)=/gm)].map(([, setting = '']) => setting);
    const inContainer = [...read('Containerfile').matchAll(/^ENV (.*)$/gm)].flatMap(([, line = '']) =>
      line.split(' ').map((each) => each.split('=', 1)[0] ?? ''),
    );
    const nodes = ['node-a', 'node-b'].flatMap((name) => Object.keys(compose.services[name].environment));
    for (const named of [inUnits, inFile, inContainer, nodes]) {
      expect(named.length).toBeGreaterThan(0);
      expect(named.filter((name) => !settings.has(name))).toEqual([]);
    }
  });

  test('no secret that everybody knows: what is written there in its place is too short for one', () => {
    const inFile = read('dazi.env').match(/^(?:# )?POSITION_SECRET=(.*)$/m)?.[1];
    const inGuide = readFileSync(inRepository('docs', 'operating.md'), 'utf8').match(
      /^POSITION_SECRET=(.*)$/m,
    )?.[1];
    for (const placeholder of [inFile, inGuide]) expect(placeholder?.length).toBeLessThan(32);
  });

  test('what a backup that was broken off leaves: it goes with those of two weeks ago', () => {
    const [, pattern = ''] = read('dazi-backup.service').match(/-name "([^"]+)"/) ?? [];
    const backups = join(folder, 'backups');
    mkdirSync(backups);
    const left = ['', '.unfinished', '.database', '.database.tar'].map(
      (ending) => `dazi-2026-01-01-0340.zip${ending}`,
    );
    for (const name of left) writeFileSync(join(backups, name), '');
    const { stdout } = spawnSync('find', [backups, '-name', pattern], { encoding: 'utf8' });
    expect(stdout.trim().split('\n').sort()).toEqual(left.map((name) => join(backups, name)).sort());
  });

  test('what nodes of one installation have to share', () => {
    const [a, b] = [compose.services['node-a'], compose.services['node-b']];
    for (const name of ['DATABASE_URL', 'POSITION_SECRET', 'PUBLIC_URL', 'REDIS_URL']) {
      expect(a.environment[name]).toBe(b.environment[name]);
    }
    expect(a.environment.NODE_NAME).not.toBe(b.environment.NODE_NAME);
    const media = (/** @type {any} */ node) =>
      node.volumes.filter((/** @type {string} */ each) => each.endsWith('/data/media'));
    expect(media(a)).toEqual(media(b));
    expect(a.volumes[0]).not.toBe(b.volumes[0]);
  });

  test('a pg_dump in the image for the PostgreSQL beside it, from the same Debian', () => {
    const [, server] = compose.services.postgres.image.match(/^postgres:(\d+)$/);
    const image = read('Containerfile');
    expect(image).toMatch(new RegExp(` postgresql-client-${server} `));
    const bases = [...image.matchAll(/^FROM (\S+)/gm)].map(([, base = '']) => base);
    expect(new Set(bases).size).toBe(1);
    // What each Debian has of PostgreSQL; another package is not found when the image is built.
    expect({ bookworm: '15', trixie: '17' }).toHaveProperty(bases[0]?.split('-')[1] ?? '', server);
  });

  test('only figures that the server tells', () => {
    const told = readFileSync(inRepository('server', 'src', 'platform', 'measures.ts'), 'utf8');
    const panels = JSON.parse(read('dashboard.json')).panels.flatMap((/** @type {any} */ panel) =>
      panel.targets.map((/** @type {any} */ target) => target.expr),
    );
    const rules = parse(read('alerts.yml')).groups[0].rules.map((/** @type {any} */ rule) => rule.expr);
    expect([panels.length, rules.length]).toEqual([18, 12]);
    const names = [...panels, ...rules].flatMap((expr) =>
      [...expr.matchAll(/dazi_(\w+)/g)].map(([, name]) => name),
    );
    const unknown = names.filter(
      (name) =>
        !name.startsWith('process_') &&
        !new RegExp(`^ {2}${name.replace(/_(total|bucket|count)$/, '')}:`, 'm').test(told),
    );
    expect(unknown).toEqual([]);
  });

  test('only folders that there are', () => {
    const copied = [...read('Containerfile').matchAll(/^COPY (?!--from)(.*) \S+$/gm)].flatMap(
      ([, line = '']) => line.split(' '),
    );
    expect(copied.length).toBeGreaterThan(5);
    expect(copied.filter((path) => !existsSync(inRepository(path)))).toEqual([]);
  });
});

/** What the last stage says, by its word: `COPY`, `ENV`, `CMD`. @param {string} word */
const saidInImage = (word) =>
  [
    ...(
      read('Containerfile')
        .split(/^FROM /m)
        .at(-1) ?? ''
    ).matchAll(new RegExp(`^${word} (.*)$`, 'gm')),
  ].map(([, rest = '']) => rest);

/**
 * The packages without those of development: the lock file knows which they are. A program finds its packages beside
 * where it really lies, so those of the workspace are led into the image and not into the checkout.
 * @param {string} to
 */
function copyPackages(to) {
  const { packages } = JSON.parse(readFileSync(inRepository('package-lock.json'), 'utf8'));
  for (const [path, { dev, link, resolved }] of Object.entries(packages)) {
    const [, name] = path.match(/^node_modules\/((?:@[^/]+\/)?[^/]+)$/) ?? [];
    if (!name || dev || !existsSync(inRepository(path))) continue;
    mkdirSync(dirname(join(to, name)), { recursive: true });
    symlinkSync(link ? join(dirname(to), resolved) : inRepository(path), join(to, name), 'junction');
  }
}

/** An image in a folder: what the last stage copies, and nothing else. @param {string} image */
function copyAsImageDoes(image) {
  for (const line of saidInImage('COPY')) {
    const [, from = '', to = ''] = line.match(/^--from=build \/build\/(\S+) (\S+)$/) ?? [];
    expect(from, `COPY ${line}`).not.toBe('');
    if (from === 'node_modules') copyPackages(join(image, to));
    else cpSync(inRepository(from), join(image, to), { recursive: true });
  }
}

const isBuilt = ['server/dist/main.js', 'server/dist/new-database.tar', 'web/dist/index.html'].every((file) =>
  existsSync(inRepository(file)),
);

describe('what the image copies is enough', () => {
  let image = '';
  beforeAll(() => {
    if (!isBuilt) return;
    image = join(folder, 'image');
    mkdirSync(image);
    copyAsImageDoes(image);
  });

  test('for the server and its page', async (context) => {
    if (!isBuilt) return context.skip('The server and the web are not built: npm run build');
    // Some versions of Node guess which kind of modules these are, others warn or fail.
    const { type } = JSON.parse(readFileSync(join(image, 'server', 'package.json'), 'utf8'));
    expect(type).toBe('module');
    const port = await freePort();
    const [program = '', ...parameters] = JSON.parse(saidInImage('CMD')[0] ?? '[]');
    expect(program).toBe('node');
    const { PATH = '', HOME = '' } = process.env;
    const own = { HOST: '127.0.0.1', PORT: `${port}`, DATA_DIR: join(folder, 'data'), MAP_STYLE_URL: 'none' };
    const server = spawn(process.execPath, parameters, { cwd: image, env: { PATH, HOME, ...own } });
    const ended = once(server, 'close');
    let said = '';
    for (const output of [server.stdout, server.stderr]) output.on('data', (chunk) => (said += chunk));
    try {
      await expect
        .poll(() => server.exitCode !== null || said.includes('Dazi is running'), { timeout: 60_000 })
        .toBe(true);
      expect(server.exitCode, said).toBe(null);
      const get = async (/** @type {string} */ path) => {
        const answer = await fetch(`http://127.0.0.1:${port}${path}`);
        return { status: answer.status, type: answer.headers.get('content-type'), text: await answer.text() };
      };
      for (const path of ['/livez', '/readyz']) expect(await get(path), said).toMatchObject({ status: 200 });
      const page = await get('/');
      expect(page).toMatchObject({ status: 200, type: expect.stringContaining('text/html') });
      const [, script = ''] = page.text.match(/<script type="module"[^>]* src="([^"]+)"/) ?? [];
      expect(await get(script)).toMatchObject({
        status: 200,
        type: expect.stringContaining('javascript'),
        text: readFileSync(inRepository('web', 'dist', script.slice(1)), 'utf8'),
      });
      // The towns lie beside the program: without them a search finds nobody's.
      expect(readdirSync(join(image, 'server', 'gazetteer'))).toEqual(['towns.tsv']);
    } finally {
      server.kill('SIGTERM');
      await ended;
    }
  });

  test('for each command of the documents', (context) => {
    if (!isBuilt) return context.skip('The server and the web are not built: npm run build');
    const documents = ['README.md', 'docs/operating.md', 'docs/scaling.md'].map((file) =>
      readFileSync(inRepository(file), 'utf8'),
    );
    const named = new Set(documents.flatMap((text) => text.match(/server\/dist\/[\w-]+\.js/g) ?? []));
    expect(named.size).toBeGreaterThan(5);
    expect([...named].filter((file) => !existsSync(join(image, file)))).toEqual([]);
    // Each reads all of its code before it says what it lacks.
    for (const file of named) {
      const env = { PATH: process.env.PATH, DATA_DIR: join(folder, 'none') };
      const { stderr, stdout } = spawnSync(process.execPath, [file], { cwd: image, env, encoding: 'utf8' });
      expect(stdout + stderr, file).toMatch(/^[^\n]+/);
      expect(stdout + stderr, file).not.toMatch(/ERR_MODULE_NOT_FOUND|^ +at /m);
    }
  });
});
