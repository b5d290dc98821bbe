import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { bounded } from '../../testing/hostile-input.ts';
import { json, Sender } from '../../testing/refused-requests.ts';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';
import type { TestPerson } from '../../testing/test-person.ts';
import { pngBytes } from '../../testing/test-pictures.ts';
import { turnsOf } from '../../testing/test-share.ts';
import { upload } from '../../testing/test-uploads.ts';

/** Uploads come as forms: however they are spoilt, they are refused as any other request. */

let app: TestApp;
let ann: TestPerson;
let sender: Sender;
beforeAll(async () => {
  app = await startTestApp();
  ann = await app.person('Ann');
  sender = await Sender.of(app);
});
afterAll(() => app.close());

describe('forms', () => {
  interface Field {
    name: string;
    /** How the rest of the part's head reads, when it is no plain text field. */
    head?: string;
    value: string | Buffer;
  }
  const boundary = 'the-boundary';
  const path = '/api/uploads/image/upload';
  const formType = { 'content-type': `multipart/form-data; boundary=${boundary}` };

  function formBytes(fields: readonly Field[], ending = `--${boundary}--\r\n`): Buffer {
    const parts = fields.flatMap(({ name, head = '', value }) => [
      Buffer.from(`--${boundary}\r\nContent-Disposition: form-data; name="${name}"${head}\r\n\r\n`),
      Buffer.isBuffer(value) ? value : Buffer.from(value),
      Buffer.from('\r\n'),
    ]);
    return Buffer.concat([...parts, Buffer.from(ending)]);
  }
  const preset: Field = { name: 'upload_preset', value: 'dazi_images' };
  const asFile = '; filename="a.png"\r\nContent-Type: image/png';
  const file = (value: string | Buffer): Field => ({ name: 'file', head: asFile, value });
  const send = (body: Buffer, headers: Record<string, string> = {}, address = path) =>
    sender.send({ method: 'POST', path: address, headers: { ...formType, ...headers }, body }, ann);

  let good: Buffer;
  beforeAll(async () => {
    good = await pngBytes(8);
  });

  test('a good one is taken', async () => {
    expect(await send(formBytes([preset, file(good)]))).toBeNull();
  });

  test('without what it needs are refused', async () => {
    const refused = async (fields: Field[], ending?: string) => send(formBytes(fields, ending));
    expect(await refused([])).toBe('UPLOAD_INCOMPLETE');
    expect(await refused([preset])).toBe('UPLOAD_INCOMPLETE');
    expect(await refused([preset, file('')])).toBe('UPLOAD_INCOMPLETE');
    expect(await refused([preset, { name: 'file', value: 'text, not a file' }])).toBe('UPLOAD_INCOMPLETE');
    expect(await refused([file(good)])).toBe('PRESET_UNKNOWN');
    expect(await refused([preset, file('no picture')])).toBe('INVALID_IMAGE');
    expect(await refused([preset, file(good)], '')).toBe('UPLOAD_INCOMPLETE');
    expect(await send(Buffer.alloc(0))).toBe('UPLOAD_INCOMPLETE');
    expect(await send(Buffer.from('a=1'))).toBe('UPLOAD_INCOMPLETE');
  });

  test.each([
    ['text', { 'content-type': 'text/plain' }, 'UPLOAD_INCOMPLETE'],
    ['JSON', json, 'UPLOAD_INCOMPLETE'],
    ['a form without a boundary', { 'content-type': 'multipart/form-data' }, 'UPLOAD_INCOMPLETE'],
    ['another kind of parts', { 'content-type': 'multipart/mixed; boundary=x' }, 'INVALID_INPUT'],
  ])('what is said to be %s is refused', async (_what, headers, code) => {
    const body = headers === json ? Buffer.from('{}') : formBytes([preset, file(good)]);
    expect(await send(body, headers)).toBe(code);
  });

  test('with more than anybody needs are refused, and leave room for the next', async () => {
    const many = (count: number, one: Field) => formBytes(Array.from({ length: count }, () => one));
    expect(await send(many(200, { name: 'x', value: 'x' }))).toBe('UPLOAD_INCOMPLETE');
    expect(await send(many(30, file(good)))).toBe('UPLOAD_INCOMPLETE');
    expect(await send(formBytes([preset, file(Buffer.alloc(20 * 1024 * 1024 + 1))]))).toBe(
      'UPLOAD_TOO_LARGE',
    );
    const poster: Field = { name: 'poster', head: asFile, value: Buffer.alloc(9 * 1024 * 1024) };
    expect(await send(formBytes([preset, poster, file(Buffer.alloc(19.5 * 1024 * 1024))]))).toBe('TOO_LARGE');
    expect(await send(formBytes([preset, file(good)]))).toBeNull();
  });

  test('without its length announced are limited too', async () => {
    const body = formBytes([preset, file(Buffer.alloc(29 * 1024 * 1024))]);
    const chunked = await ann.fetch(path, {
      method: 'POST',
      headers: formType,
      body: new Blob([Uint8Array.from(body)]).stream(),
      duplex: 'half',
    } as RequestInit);
    expect(chunked.status).toBe(413);
    expect(await chunked.json()).toMatchObject({ success: false });
  });

  const hostileText = fc.oneof(
    fc.constantFrom(
      '',
      '"',
      '\\',
      '\u0000',
      '__proto__',
      'constructor',
      '../../etc/passwd',
      'x'.repeat(5000),
      '\r\n\r\n',
      '"; filename="',
      `--${boundary}--`,
      '\u{1f600}'.repeat(50),
    ),
    fc.string({ unit: 'binary', maxLength: 30 }),
  );

  test('however they are spoilt are refused or taken', async () => {
    const hostileField = fc.oneof(
      fc.record({ name: hostileText, value: hostileText }),
      hostileText.map((name) => ({ name, head: asFile, value: good })),
      hostileText.map((head) => ({ name: 'file', head: `; filename="${head}"`, value: good })),
      hostileText.map((head) => ({ name: 'file', head, value: good })),
      hostileText.map((value) => file(value)),
      hostileText.map((value) => ({ ...preset, value })),
    );
    const whole = formBytes([preset, file(good)]);
    const bodies = fc.oneof(
      fc
        .tuple(fc.array(hostileField, { maxLength: 3 }), fc.boolean())
        .map(([fields, first]) => formBytes(first ? [...fields, preset, file(good)] : [preset, ...fields])),
      fc.nat(whole.length - 1).map((length) => whole.subarray(0, length)),
      fc.tuple(fc.nat(whole.length - 1), fc.nat(255)).map(([at, value]) => {
        const bytes = Buffer.from(whole);
        bytes[at] = value;
        return bytes;
      }),
    );
    await fc.assert(
      fc.asyncProperty(bodies, async (body) => void (await send(body))),
      { ...bounded, numRuns: turnsOf(120) },
    );
  });

  test('with strange words about their parts are refused and keep nothing', async () => {
    const header = fc.oneof(
      fc.constantFrom(
        'bytes 0-0/0',
        'bytes 0-67/68',
        'bytes 68-135/136',
        'bytes 5-1/9',
        'bytes 0-5999999/12000000',
        'bytes 6000000-6000068/6000069',
        'bytes 0-99999999999999999999/99999999999999999999',
        'bytes */*',
        'bytes=0-1/2',
        'BYTES 0-1/2',
        '-1',
      ),
      fc.tuple(fc.nat(), fc.nat(), fc.nat()).map(([a, b, c]) => `bytes ${a}-${b}/${c}`),
      fc.string({ unit: 'grapheme-ascii', maxLength: 20 }).map((text) => text.trim()),
    );
    const id = fc.oneof(
      fc.constantFrom('an-upload-id', '../../../../etc', '__proto__', 'x'.repeat(3000), 'short', ' '),
      fc.string({ unit: 'grapheme-ascii', maxLength: 70 }).map((text) => text.trim()),
    );
    const body = formBytes([preset, file(good)]);
    await fc.assert(
      fc.asyncProperty(
        fc.option(id),
        fc.option(header),
        fc.constantFrom('image', 'video', 'raw', '%00', '..', 'x'.repeat(300)),
        async (uploadId, range, kind) => {
          const headers = {
            ...(uploadId === null ? {} : { 'x-unique-upload-id': uploadId }),
            ...(range === null ? {} : { 'content-range': range }),
          };
          await send(body, headers, `/api/uploads/${kind}/upload`);
        },
      ),
      { ...bounded, numRuns: turnsOf(120) },
    );
  });

  test('too many a minute are refused', async () => {
    const strict = await startTestApp({ RATE_LIMIT_FACTOR: '0.1' });
    const person = await strict.person('Eager');
    const codes: (string | null)[] = [];
    for (let count = 0; count < 4; count++) codes.push((await upload(person)).status.toString());
    expect(codes).toEqual(['200', '200', '200', '429']);
    await strict.close();
  });
});
