#!/usr/bin/env node
// Firefox as Playwright starts it, with a relay before its WebDriver BiDi: Playwright asks each window for a colour scheme by
// a command that Debian's Firefox does not know yet, and would open none.
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { WebSocket, WebSocketServer } from 'ws';

/** Where Playwright listens. */
const say = (/** @type {string} */ line) => process.stderr.write(`${line}\n`);

const notKnownYet = 'emulation.setMediaFeaturesOverride';
const firefox = spawn(process.env.FIREFOX_PATH ?? 'firefox-esr', process.argv.slice(2), {
  stdio: ['ignore', 'inherit', 'pipe'],
});
firefox.on('exit', (code) => process.exit(code ?? 1));
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, () => firefox.kill());
firefox.on('error', (error) => {
  say(error.message);
  process.exit(1);
});

for await (const line of createInterface({ input: firefox.stderr })) {
  const [, address] = /WebDriver BiDi listening on (ws:\/\/.*)$/.exec(line) ?? [];
  if (address) listen(address);
  else say(line);
}

/** @param {string} address of Firefox */
function listen(address) {
  const relay = new WebSocketServer({ host: '127.0.0.1', port: 0 });
  relay.on('connection', (client, { url }) => {
    const browser = new WebSocket(address + url);
    /** @type {string[]} */
    const early = [];
    browser.on('open', () => {
      for (const message of early.splice(0)) browser.send(message);
    });
    client.on('message', (data) => {
      const message = String(data);
      const { id, method } = JSON.parse(message);
      if (method === notKnownYet) client.send(JSON.stringify({ type: 'success', id, result: {} }));
      else if (browser.readyState === WebSocket.OPEN) browser.send(message);
      else early.push(message);
    });
    browser.on('message', (data) => client.send(String(data)));
    // Either may go while the other is still coming.
    browser.on('error', () => client.terminate());
    client.on('error', () => browser.terminate());
    browser.on('close', () => client.close());
    client.on('close', () => browser.close());
  });
  relay.on('listening', () => {
    const place = /** @type {import('node:net').AddressInfo} */ (relay.address());
    say(`WebDriver BiDi listening on ws://127.0.0.1:${place.port}`);
  });
}
