import { homedir } from 'node:os';
import { describe, expect, test } from 'vitest';
import { ConfigError, readConfig } from './config.ts';

const secret = 'a secret of thirty-two characters or more';
const provider = { OIDC_ISSUER: 'https://id.example', OIDC_CLIENT_ID: 'dazi' };
const bucket = {
  S3_ENDPOINT: 'https://s3.example',
  S3_BUCKET: 'dazi-media',
  S3_ACCESS_KEY_ID: 'KEY',
  S3_SECRET_ACCESS_KEY: 'password',
};

function problemsOf(environment: Record<string, string>): string[] {
  try {
    readConfig(environment);
    return [];
  } catch (error) {
    expect(error).toBeInstanceOf(ConfigError);
    return (error as ConfigError).message.split('\n');
  }
}

test('nothing given is demo mode on this machine alone', () => {
  expect(readConfig({})).toMatchObject({
    host: '127.0.0.1',
    port: 3000,
    publicUrl: 'http://127.0.0.1:3000',
    trustProxy: false,
    databaseUrl: null,
    positionSecret: null,
    provider: null,
    demoPublic: false,
    adminEmails: [],
    operator: { name: null, contact: null, dataLocation: 'the United States' },
    map: {
      styleUrl: 'https://tiles.openfreemap.org/planet',
      isStyleNamed: false,
      cacheLimit_bytes: 512 * 1024 * 1024,
      googleKey: null,
    },
    rateLimitFactor: 1,
    checksItself: false,
  });
  expect(readConfig({ PORT: '', HOST: ' ', DATABASE_URL: '' })).toEqual(readConfig({}));
});

describe('keys for push services', () => {
  const keys = {
    VAPID_PUBLIC_KEY:
      'BGsX0fLhLEJH-Lzm5WOkQPJ3A32BLeszoPShOUXYmMKWT-NC4v4af5uO5-tKfA-eFivOM1drMV7Oy7ZAaDe_UfU',
    VAPID_PRIVATE_KEY: 'AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAE',
  };

  test('come in pairs, or are made by the server', () => {
    expect(readConfig({}).push).toBeNull();
    expect(readConfig(keys).push).toEqual({
      publicKey: keys.VAPID_PUBLIC_KEY,
      privateKey: keys.VAPID_PRIVATE_KEY,
    });
    for (const name of ['VAPID_PUBLIC_KEY', 'VAPID_PRIVATE_KEY'] as const) {
      const [problem] = problemsOf({ [name]: keys[name] });
      expect(problem).toMatch(new RegExp(`^${name}: needs VAPID_`));
    }
    expect(problemsOf({ ...keys, VAPID_PUBLIC_KEY: 'short', VAPID_PRIVATE_KEY: '???' })).toEqual([
      expect.stringMatching(/^VAPID_PUBLIC_KEY: must be a public key of 65 bytes/),
      expect.stringMatching(/^VAPID_PRIVATE_KEY: must be a private key of 32 bytes/),
    ]);
    const other = 'AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAI';
    expect(problemsOf({ ...keys, VAPID_PRIVATE_KEY: other })).toEqual([
      'VAPID_PRIVATE_KEY: does not belong to VAPID_PUBLIC_KEY',
    ]);
  });

  test('name somebody whom the makers of push services can write to', () => {
    const subject = (environment: Record<string, string>) => readConfig(environment).pushSubject;
    const publicly = { ...provider, PUBLIC_URL: 'https://dazi.example' };
    expect(subject({})).toBe('mailto:operator@localhost');
    expect(subject(publicly)).toBe('https://dazi.example');
    expect(subject({ ...publicly, OPERATOR_CONTACT: 'us@people.example' })).toBe('mailto:us@people.example');
    expect(subject({ VAPID_SUBJECT: 'mailto:a@b.example' })).toBe('mailto:a@b.example');
    expect(problemsOf({ VAPID_SUBJECT: 'somebody' })).toEqual([
      'VAPID_SUBJECT: must be a mailto: or https: address',
    ]);
  });
});

test('everything given', () => {
  expect(
    readConfig({
      HOST: '0.0.0.0',
      PORT: '8080',
      PUBLIC_URL: 'https://dazi.example/',
      TRUST_PROXY: '10.0.0.1, 10.1.0.0/16',
      DATABASE_URL: 'postgres://x@y/z',
      POSITION_SECRET: secret,
      ...provider,
      OIDC_CLIENT_SECRET: 's',
      ADMIN_EMAILS: ' Boss@People.example, ,two@people.example',
      OPERATOR_NAME: 'Us',
      OPERATOR_CONTACT: 'us@people.example',
      DATA_LOCATION: 'Japan',
      MAP_STYLE_URL: 'https://tiles.example/style.json?key=k',
      MAP_CACHE_MB: '2',
      GOOGLE_MAPS_API_KEY: 'AIza_key-1',
      RATE_LIMIT_FACTOR: '0.5',
      NODE_ENV: 'production',
    }),
  ).toMatchObject({
    publicUrl: 'https://dazi.example',
    trustProxy: ['10.0.0.1', '10.1.0.0/16'],
    provider: { issuer: 'https://id.example', clientId: 'dazi', clientSecret: 's', name: 'id.example' },
    adminEmails: ['boss@people.example', 'two@people.example'],
    operator: { name: 'Us', contact: 'us@people.example', dataLocation: 'Japan' },
    map: {
      styleUrl: 'https://tiles.example/style.json?key=k',
      cacheLimit_bytes: 2 * 1024 * 1024,
      googleKey: 'AIza_key-1',
    },
    rateLimitFactor: 0.5,
    checksItself: false,
  });
});

test('a directory may have any name that nothing would replace', () => {
  for (const directory of ['/srv/a~b', '/srv/share$/dazi', './~']) {
    expect(problemsOf({ DATA_DIR: directory })).toEqual([]);
  }
  expect(problemsOf({ DATA_DIR: '/srv/$USER/dazi' })).toHaveLength(1);
});

test('a public address is taken as browsers read it', () => {
  const at = (address: string) => readConfig({ ...provider, PUBLIC_URL: address }).publicUrl;
  expect(at('HTTPS://Dazi.Example:443/')).toBe('https://dazi.example');
  expect(at('https://dazi.example.')).toBe('https://dazi.example');
  expect(at('http://dazi.example.:8080')).toBe('http://dazi.example:8080');
});

test('a Google client id needs no issuer', () => {
  expect(readConfig({ GOOGLE_CLIENT_ID: 'g' }).provider).toEqual({
    issuer: 'https://accounts.google.com',
    clientId: 'g',
    clientSecret: null,
    name: 'Google',
    scopes: null,
    responseMode: null,
  });
});

test('Apple posts its answer; what is asked for may be said', () => {
  const apple = { OIDC_ISSUER: 'https://appleid.apple.com', OIDC_CLIENT_ID: 'a' };
  expect(readConfig(apple).provider).toMatchObject({ name: 'Apple', responseMode: 'form_post' });
  expect(readConfig({ ...provider, OIDC_RESPONSE_MODE: 'form_post' }).provider).toMatchObject({
    responseMode: 'form_post',
  });
  expect(readConfig({ ...provider, OIDC_SCOPES: ' openid  account_email ' }).provider).toMatchObject({
    scopes: 'openid account_email',
  });
  expect(problemsOf({ ...provider, OIDC_SCOPES: 'email', OIDC_RESPONSE_MODE: 'fragment' })).toEqual([
    'OIDC_SCOPES: must contain openid, for example `openid email profile`',
    'OIDC_RESPONSE_MODE: must be query or form_post',
  ]);
});

test.each(['127.0.0.1', 'localhost', '::1'])('demo mode may listen on %s', (host) => {
  expect(problemsOf({ HOST: host })).toEqual([]);
});

test('an IPv6 address is written in brackets', () => {
  expect(readConfig({ HOST: '::1', PORT: '81' }).publicUrl).toBe('http://[::1]:81');
});

describe('what is wrong is said by name', () => {
  const foreign =
    'would open demo mode, where anyone can sign in as anyone, to other machines. Configure OIDC_ISSUER and OIDC_CLIENT_ID, or set DEMO_PUBLIC=1 if that is what you want';
  test.each([
    [{ HOST: '0.0.0.0', PUBLIC_URL: 'http://x.example' }, [`HOST: 0.0.0.0 ${foreign}`]],
    [{ PUBLIC_URL: 'https://dazi.example' }, [`PUBLIC_URL: dazi.example ${foreign}`]],
    [{ HOST: '192.168.1.7' }, [`HOST: 192.168.1.7 ${foreign}`]],
    [{ HOST: 'dazi.example' }, [`HOST: dazi.example ${foreign}`]],
    [{ HOST: '127.0.0.1.evil.example' }, [`HOST: 127.0.0.1.evil.example ${foreign}`]],
    [{ HOST: '0.0.0.0', DEMO_PUBLIC: '1' }, ['PUBLIC_URL: needed when HOST listens on every address']],
    [{ HOST: '::', ...provider }, ['PUBLIC_URL: needed when HOST listens on every address']],
    [
      { DATABASE_URL: 'postgres://x/y' },
      ['POSITION_SECRET: needed with DATABASE_URL, the same on every node'],
    ],
    [{ OIDC_CLIENT_ID: 'x' }, ['OIDC_CLIENT_ID: needs OIDC_ISSUER']],
    [{ OIDC_ISSUER: 'https://id.example' }, ['OIDC_ISSUER: needs OIDC_CLIENT_ID']],
    [{ OIDC_ISSUER: 'javascript:x', OIDC_CLIENT_ID: 'x' }, ['OIDC_ISSUER: must be an http(s) address']],
    [
      { UPLOAD_PATH: 'https://x.example/up' },
      ['UPLOAD_PATH: must be a path of two parts or more such as /large/uploads'],
    ],
    [
      { UPLOAD_PATH: '/messages' },
      ['UPLOAD_PATH: must be a path of two parts or more such as /large/uploads'],
    ],
    [{ UPLOAD_PATH: '/files/' }, ['UPLOAD_PATH: must be a path of two parts or more such as /large/uploads']],
    [{ UPLOAD_PATH: '/api/messages' }, ['UPLOAD_PATH: must not begin as the addresses of something else do']],
    [{ PUBLIC_URL: 'ftp://x.example' }, ['PUBLIC_URL: must be an http(s) address']],
    [{ PUBLIC_URL: 'dazi.example' }, ['PUBLIC_URL: must be an http(s) address']],
    ...[
      'https://dazi.example/app',
      'https://Dazi.example/?x=1',
      'https://me:pass@dazi.example',
      'https://dazi.example./#a',
    ].map((address): [Record<string, string>, string[]] => [
      { PUBLIC_URL: address, ...provider },
      ['PUBLIC_URL: must be scheme, host and port alone; write https://dazi.example'],
    ]),
    ...[
      'https://id.example/realms/x/.well-known/openid-configuration',
      'https://id.example/realms/x/?a=b',
      'https://me:pass@id.example/realms/x',
    ].map((issuer): [Record<string, string>, string[]] => [
      { ...provider, OIDC_ISSUER: issuer },
      [
        'OIDC_ISSUER: must be the issuer itself, without what leads to its metadata; write https://id.example/realms/x',
      ],
    ]),
    ...['a@x.example; b@x.example', 'a@x.example b@x.example', 'a@x.example;b@x.example;'].map(
      (emails): [Record<string, string>, string[]] => [
        { ADMIN_EMAILS: emails },
        ['ADMIN_EMAILS: must be e-mail addresses separated by commas; write a@x.example,b@x.example'],
      ],
    ),
    ...['~/dazi', '$HOME/dazi', `\${HOME}/dazi`].map((directory): [Record<string, string>, string[]] => [
      { DATA_DIR: directory },
      [`DATA_DIR: must be a path, in which nothing is replaced; write ${homedir()}/dazi`],
    ]),
    [{ DATA_DIR: '~dazi/data' }, ['DATA_DIR: must be a path, in which nothing is replaced; write all of it']],
    [{ DATABASE_URL: 'mysql://x' }, ['DATABASE_URL: must begin with postgres:// or postgresql://']],
    ...[
      'postgres://dazi:a/b@db.example/dazi',
      'postgres://dazi:100%@db.example/dazi',
      'postgres://x:port/d',
    ].map((url): [Record<string, string>, string[]] => [
      { MOVE_TO: url, DATABASE_URL: url, DATABASE_DIRECT_URL: url, POSITION_SECRET: secret },
      ['DATABASE_URL', 'DATABASE_DIRECT_URL', 'MOVE_TO'].map(
        (name) =>
          `${name}: must be an address such as postgres://name:password@host:5432/dazi, with %40 for @ in a password`,
      ),
    ]),
    [{ REDIS_URL: 'redis://:100%@x' }, ['REDIS_URL: must be an address such as redis://:password@host:6379']],
    [{ MAP_STYLE_URL: 'file:///etc/passwd' }, ['MAP_STYLE_URL: must be an http(s) address, or none']],
    [
      { GOOGLE_MAPS_API_KEY: "x'; script-src *" },
      ['GOOGLE_MAPS_API_KEY: must be a key: letters, digits, hyphens and underscores'],
    ],
    [{ POSITION_SECRET: 'short' }, ['POSITION_SECRET: must have at least 32 characters']],
    [
      { TRUST_PROXY: 'everyone' },
      ['TRUST_PROXY: must be a number of proxies or addresses separated by commas'],
    ],
    [
      { TRUST_PROXY: '10.0.0.0/33' },
      ['TRUST_PROXY: must be a number of proxies or addresses separated by commas'],
    ],
    [
      { TRUST_PROXY: '::1/129' },
      ['TRUST_PROXY: must be a number of proxies or addresses separated by commas'],
    ],
    [{ REDIS_URL: 'http://x' }, ['REDIS_URL: must begin with redis:// or rediss://']],
    [{ REDIS_URL: 'redis://' }, ['REDIS_URL: must be an address such as redis://:password@host:6379']],
    [{ REDIS_URL: 'redis://x/a' }, ['REDIS_URL: must name a database by its number, as in redis://host/2']],
    [
      {
        ...{ DATABASE_URL: 'postgres://x', POSITION_SECRET: 'x'.repeat(32) },
        ...{ REDIS_URL: 'redis://x', NATS_URL: 'nats://x' },
      },
      ['NATS_URL: nodes talk over REDIS_URL or NATS_URL; unset one of them'],
    ],
    [
      { MEDIA_DIR: '~/media' },
      [`MEDIA_DIR: must be a path, in which nothing is replaced; write ${homedir()}/media`],
    ],
    [{ ...bucket, S3_BUCKET: 'Media!' }, [expect.stringMatching(/^S3_BUCKET: must be the name of a bucket/)]],
    [{ ...bucket, S3_ENDPOINT: 's3.example' }, ['S3_ENDPOINT: must be an http(s) address']],
    [
      { ...bucket, S3_ENDPOINT: 'https://key@s3.example/?x=1' },
      ['S3_ENDPOINT: must be the address alone; write https://s3.example'],
    ],
    [{ ...bucket, S3_REGION: 'eu west' }, ['S3_REGION: must be the name of a region such as us-east-1']],
    [
      { ...bucket, S3_SECRET_ACCESS_KEY: '', S3_BUCKET: '' },
      ['S3_ENDPOINT: needs S3_BUCKET, S3_SECRET_ACCESS_KEY'],
    ],
    [
      { S3_REDIRECT: '1' },
      ['S3_REDIRECT: needs S3_ENDPOINT, S3_BUCKET, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY'],
    ],
    [
      { ...bucket, MEDIA_DIR: '/srv/media' },
      ['MEDIA_DIR: media lie in a directory or in S3_BUCKET; unset one of them'],
    ],
  ] as [Record<string, string>, string[]][])('%j', (environment, expected) => {
    expect(problemsOf(environment)).toEqual(expected);
  });

  test.each([
    ['PORT', '0'],
    ['PORT', '65536'],
    ['PORT', 'http'],
    ['PORT', '80.5'],
    ['RATE_LIMIT_FACTOR', '0'],
    ['RATE_LIMIT_FACTOR', '-1'],
    ['RATE_LIMIT_FACTOR', 'many'],
    ['MAP_CACHE_MB', '0'],
    ['DEMO_PUBLIC', 'yes'],
  ])('%s=%s', (name, value) => {
    const problems = problemsOf({ [name]: value });
    expect(problems).toHaveLength(1);
    expect(problems[0]).toMatch(new RegExp(`^${name}: `));
  });

  test('everything at once, and never a value that is secret', () => {
    const problems = problemsOf({
      PORT: '0',
      REDIS_URL: 'http://:password@x',
      DATABASE_URL: 'mysql://password@x',
      POSITION_SECRET: 'password',
    });
    expect(problems.map((problem) => problem.split(':')[0]).sort()).toEqual([
      'DATABASE_URL',
      'PORT',
      'POSITION_SECRET',
      'REDIS_URL',
    ]);
    expect(problems.join()).not.toContain('password');
  });
});

describe('media', () => {
  test('lie in a directory of their own or in a bucket', () => {
    const { mediaDir, dataDir, s3 } = readConfig({ DATA_DIR: '/srv/dazi' });
    expect([mediaDir, dataDir, s3]).toEqual(['/srv/dazi/media', '/srv/dazi', null]);
    expect(readConfig({ MEDIA_DIR: '/srv/pictures' }).mediaDir).toBe('/srv/pictures');
    expect(readConfig({ ...bucket, S3_ENDPOINT: 'https://s3.example/' }).s3).toEqual({
      endpoint: 'https://s3.example',
      region: 'us-east-1',
      bucket: 'dazi-media',
      accessKeyId: 'KEY',
      secretAccessKey: 'password',
      redirects: false,
    });
    const shown = readConfig({ ...bucket, S3_REDIRECT: '1' }).settings;
    expect(JSON.stringify(shown)).not.toMatch(/password|"KEY"/);
    expect(shown).toContainEqual({ name: 'S3_BUCKET', value: 'dazi-media', isGiven: true, isSecret: false });
  });
});

describe('the database', () => {
  const shared = { DATABASE_URL: 'postgres://db.example/dazi', POSITION_SECRET: secret };

  test('is spoken to as said', () => {
    expect(readConfig(shared).database).toEqual({
      ...{ pool: 20, prepares: true, directUrl: shared.DATABASE_URL, wait_s: 60, moveTo: null },
    });
    const direct = 'postgres://db.example:5433/dazi';
    const pooled = {
      DATABASE_POOL: '5',
      DATABASE_PREPARE: '0',
      DATABASE_DIRECT_URL: direct,
      DATABASE_WAIT_S: '0',
    };
    expect(readConfig({ ...shared, ...pooled }).database).toEqual({
      ...{ pool: 5, prepares: false, directUrl: direct, wait_s: 0, moveTo: null },
    });
  });

  test.each([
    ['DATABASE_POOL', '1'],
    ['DATABASE_POOL', '201'],
    ['DATABASE_POOL', 'many'],
    ['DATABASE_PREPARE', 'yes'],
    ['DATABASE_DIRECT_URL', 'mysql://db.example'],
    ['DATABASE_WAIT_S', '-1'],
    ['DATABASE_WAIT_S', '601'],
    ['NODE_NAME', 'two words'],
    ['LOG_LEVEL', 'loud'],
    ['LOG_SLOW_MS', '-5'],
    ['NATS_URL', 'http://nats.example:4222'],
    ['NATS_URL', 'nats://one.example,two.example'],
    ['NATS_URL', 'nats://dazi:100%@one.example'],
    ['OUTBOX_DAYS', '0'],
    ['OUTBOX_DAYS', '1.5'],
    ['MESSAGE_DAYS', '0'],
    ['MESSAGE_DAYS', '0.5'],
    ['MESSAGE_DAYS', 'ever'],
    ['MEDIA_DAYS', '0'],
    ['MEDIA_DAYS', '36501'],
    ['GATHER_MS', '0'],
    ['GATHER_MS', '101'],
    ['METRICS_PORT', '0'],
    ['METRICS_PORT', '3000'],
  ])('%s=%s is refused', (name, value) => {
    expect(problemsOf({ ...shared, [name]: value })).toEqual([
      expect.stringMatching(new RegExp(`^${name}: `)),
    ]);
  });

  test('at the edges of what is allowed is taken', () => {
    for (const [pool, wait_s, gather_ms, slow_ms] of [
      [2, 0, 1, 0],
      [200, 600, 100, 600_000],
    ] as const) {
      const edges = {
        ...{ DATABASE_POOL: `${pool}`, DATABASE_WAIT_S: `${wait_s}` },
        ...{ GATHER_MS: `${gather_ms}`, LOG_SLOW_MS: `${slow_ms}` },
      };
      expect(readConfig({ ...shared, ...edges })).toMatchObject({
        database: { pool, wait_s },
        gather_ms,
        logSlow_ms: slow_ms,
      });
    }
    expect(readConfig({})).toMatchObject({ gather_ms: 8, logSlow_ms: 500, logLevel: 'info', metrics: null });
    expect(readConfig({ METRICS_PORT: '9400' }).metrics).toEqual({ host: '127.0.0.1', port: 9400 });
  });

  test('what carries news between nodes is nothing for the embedded one, which has one node', () => {
    expect(problemsOf({ NATS_URL: 'nats://nats.example:4222' })).toEqual(['NATS_URL: needs DATABASE_URL']);
  });

  test('what a pooler needs is nothing for the embedded one', () => {
    expect(problemsOf({ DATABASE_POOL: '5', DATABASE_PREPARE: '0' })).toEqual([
      'DATABASE_POOL: needs DATABASE_URL',
      'DATABASE_PREPARE: needs DATABASE_URL',
    ]);
  });
});

describe('mail', () => {
  const mail = {
    ...provider,
    SMTP_URL: 'smtps://dazi:p%40ss@mail.example',
    MAIL_FROM: 'Dazi <dazi@example.org>',
  };

  test('goes through one server, from one address', () => {
    expect(readConfig({}).mail).toBeNull();
    expect(readConfig(mail).mail).toEqual({
      smtp: { host: 'mail.example', port: 465, isSecure: true, login: { user: 'dazi', pass: 'p@ss' } },
      from: { name: 'Dazi', address: 'dazi@example.org' },
    });
    expect(readConfig({ ...mail, SMTP_URL: 'smtp://[::1]:25', MAIL_FROM: 'dazi@example.org' }).mail).toEqual({
      smtp: { host: '::1', port: 25, isSecure: false, login: null },
      from: { name: '', address: 'dazi@example.org' },
    });
    expect(JSON.stringify(readConfig(mail).settings)).not.toMatch(/p%40ss|p@ss/);
  });

  test.each([
    ['SMTP_URL', ''],
    ['SMTP_URL', 'https://mail.example'],
    ['SMTP_URL', 'smtp://'],
    ['SMTP_URL', 'smtp://mail.example:587/inbox'],
    ['SMTP_URL', 'smtp://mail.example?tls=0'],
    ['SMTP_URL', 'smtp://dazi@mail.example'],
    ['SMTP_URL', 'smtp://dazi:100%@mail.example'],
    ['MAIL_FROM', ''],
    ['MAIL_FROM', 'Dazi'],
    ['MAIL_FROM', 'dazi@'],
    ['MAIL_FROM', 'Dazi <dazi>'],
    ['MAIL_FROM', 'one@example.org, two@example.org'],
  ])('%s=%s is refused', (name, value) => {
    expect(problemsOf({ ...mail, [name]: value })).toEqual([
      expect.stringMatching(value === '' ? new RegExp(`: needs ${name}$`) : new RegExp(`^${name}: `)),
    ]);
  });

  test('not to addresses of demo mode, which anybody makes up', () => {
    const { SMTP_URL, MAIL_FROM } = mail;
    expect(problemsOf({ SMTP_URL, MAIL_FROM })).toEqual([expect.stringMatching(/^SMTP_URL: in demo mode/)]);
  });
});

test('secrets are known by their names, and addresses shown without what they carry', () => {
  const { settings } = readConfig({
    ...{ DATABASE_URL: 'postgres://dazi:hidden@db.example:5432/dazi', POSITION_SECRET: secret },
    ...provider,
    OIDC_CLIENT_SECRET: 'hidden',
    NATS_URL: 'nats://one.example:4222,nats://dazi:hidden@two.example:4222',
  });
  expect(JSON.stringify(settings)).not.toMatch(/hidden|a secret of thirty/);
  const secrets = settings.filter(({ isSecret }) => isSecret).map(({ name }) => name);
  expect(secrets).toEqual([
    ...[
      'S3_ACCESS_KEY_ID',
      'S3_SECRET_ACCESS_KEY',
      'POSITION_SECRET',
      'OIDC_CLIENT_SECRET',
      'GOOGLE_MAPS_API_KEY',
      'VAPID_PRIVATE_KEY',
    ],
  ]);
  expect(settings.find(({ name }) => name === 'DATABASE_URL')?.value).toBe('postgres://db.example:5432/dazi');
  const several = 'postgres://dazi:hid@den@one.example:5432,two.example:5432/dazi?sslkey=hidden';
  const shown = readConfig({ DATABASE_URL: several, POSITION_SECRET: secret }).settings;
  expect(shown.find(({ name }) => name === 'DATABASE_URL')?.value).toBe(
    'postgres://one.example:5432,two.example:5432/dazi',
  );
});
