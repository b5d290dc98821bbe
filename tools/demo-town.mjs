import { runTool } from './prepare.mjs';

await runTool(async () => {
  const address = `${serverAddress()}/api/demo-town`;
  const answer = await ask(address);
  const { success, data, error } = await readEnvelope(answer, address);
  if (!success) {
    throw new Error(`The demo town was not made: ${error ?? `status ${answer.status}`}`);
  }
  console.log(`The demo town stands at ${serverAddress()}`);
  for (const [name, value] of Object.entries(data ?? {})) {
    console.log(`  ${name}: ${typeof value === 'object' ? JSON.stringify(value) : value}`);
  }
});

function serverAddress() {
  const { PUBLIC_URL, HOST = '127.0.0.1', PORT = '3000' } = process.env;
  if (PUBLIC_URL) return PUBLIC_URL.replace(/\/+$/, '');
  const isAnyAddress = ['0.0.0.0', '::', ''].includes(HOST);
  const host = isAnyAddress ? '127.0.0.1' : HOST;
  return `http://${host.includes(':') ? `[${host}]` : host}:${PORT || '3000'}`;
}

/** @param {string} address */
async function ask(address) {
  try {
    return await fetch(address, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: new URL(address).origin },
      body: '{}',
    });
  } catch {
    throw new Error(
      `Nobody answers at ${address}: start the server with "npm start", or set PUBLIC_URL to where it runs.`,
    );
  }
}

/**
 * @param {Response} answer
 * @param {string} address
 * @returns {Promise<{ success: boolean, data?: object, error?: string }>}
 */
async function readEnvelope(answer, address) {
  try {
    return /** @type {any} */ (await answer.json());
  } catch {
    throw new Error(`${address} answered with status ${answer.status} and no JSON: is this a Dazi server?`);
  }
}
