import { expect, test } from 'vitest';
import { readConfig } from './config.ts';
import { misspeltSettings } from './misspelt-settings.ts';

const settings = readConfig({}).settings.map(({ name }) => name);
const misspelt = (...names: string[]) => misspeltSettings(names, settings);

test('what is nearly the name of a setting is told with the one that was meant', () => {
  expect(misspelt('ADMIN_EMAIL', 'OIDC_ISUER', 'databse_url', 'POSITION_SECERT')).toEqual([
    { given: 'ADMIN_EMAIL', meant: 'ADMIN_EMAILS' },
    { given: 'OIDC_ISUER', meant: 'OIDC_ISSUER' },
    { given: 'databse_url', meant: 'DATABASE_URL' },
    { given: 'POSITION_SECERT', meant: 'POSITION_SECRET' },
  ]);
});

test('settings, and what other programs read, are not', () => {
  expect(misspelt(...settings)).toEqual([]);
  const usual =
    'PATH HOME HOSTNAME HOSTTYPE SHELL LANG LC_ALL TERM USER PWD TZ MAIL EDITOR POST HTTP_PROXY NO_PROXY NODE_ENV NODE_PATH NODE_OPTIONS NODE_VERSION PGHOST PGPORT PGDATABASE MEMORY_LIMIT LOGNAME INVOCATION_ID JOURNAL_STREAM STATE_DIRECTORY npm_config_cache';
  expect(misspelt(...usual.split(' '))).toEqual([]);
});

test('are said beside what is missing because of them, and else when the server starts', () => {
  const sentence = 'OIDC_CLIENTID is no setting and changes nothing. Is OIDC_CLIENT_ID meant?';
  const given = { OIDC_ISSUER: 'https://login.example', OIDC_CLIENTID: 'x' };
  expect(() => readConfig(given)).toThrow(`OIDC_ISSUER: needs OIDC_CLIENT_ID\n${sentence}`);
  expect(readConfig({ OIDC_CLIENTID: 'x' }).misspelt).toEqual([sentence]);
});
