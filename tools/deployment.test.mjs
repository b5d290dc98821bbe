import { spawnSync } from 'node:child_process';
import {
  copyFileSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { inRepository } from './repository.mjs';

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
    expect([panels.length, rules.length]).toEqual([17, 12]);
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
