import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { SMTPServer } from 'smtp-server';

export interface ReceivedMail {
  to: string;
  /** Names in small letters. */
  headers: Readonly<Record<string, string>>;
  subject: string;
  text: string;
  html: string;
}

/** A mail server: takes what is sent, or answers what it was told to. */
export class TestSmtp {
  readonly received: ReceivedMail[] = [];
  /** What it says to each address, one after the other; it takes the mail when nothing is left. */
  readonly refusals = new Map<string, number[]>();
  /** Each address of which somebody said that there is a mail for it. */
  readonly asked: string[] = [];
  readonly #server: SMTPServer;

  private constructor() {
    this.#server = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS'],
      onRcptTo: ({ address }, _session, done) => {
        this.asked.push(address);
        const status = this.refusals.get(address)?.shift();
        if (status === undefined) done();
        else done(Object.assign(new Error(`not now, ${address}`), { responseCode: status }));
      },
      onData: (stream, session, done) => {
        text(stream).then((raw) => {
          const to = session.envelope.rcptTo.map(({ address }) => address).join();
          this.received.push({ to, ...opened(raw) });
          done();
        }, done);
      },
    });
  }

  static async start(): Promise<TestSmtp> {
    const smtp = new TestSmtp();
    await new Promise<void>((resolve) => {
      smtp.#server.listen(0, '127.0.0.1', resolve);
    });
    return smtp;
  }

  get port(): number {
    return (this.#server.server.address() as AddressInfo).port;
  }

  to(address: string): ReceivedMail[] {
    return this.received.filter((mail) => mail.to === address);
  }

  close(): Promise<void> {
    return new Promise((resolve) => this.#server.close(() => resolve()));
  }
}

function opened(raw: string): Omit<ReceivedMail, 'to'> {
  const { headers, body } = parted(raw);
  const boundary = /boundary="([^"]+)"/.exec(headers['content-type'] ?? '')?.[1];
  const parts = boundary
    ? body
        .split(`--${boundary}`)
        .slice(1, -1)
        .map((part) => parted(part.trimStart()))
    : [];
  const bodyOf = (type: string) => {
    const part = parts.find((one) => one.headers['content-type']?.startsWith(type));
    const body = part ? decoded(part.body, part.headers['content-transfer-encoding']) : '';
    return body.replaceAll('\r\n', '\n');
  };
  const subject = (headers.subject ?? '').replace(
    /=\?utf-8\?([bq])\?([^?]*)\?=\s*/gi,
    (_all, kind: string, word: string) =>
      kind.toLowerCase() === 'b'
        ? Buffer.from(word, 'base64').toString()
        : decoded(word.replaceAll('_', ' '), 'quoted-printable'),
  );
  return { headers, subject, text: bodyOf('text/plain'), html: bodyOf('text/html') };
}

function parted(raw: string) {
  const [head = '', ...rest] = raw.split('\r\n\r\n');
  const lines = head.replace(/\r\n[ \t]+/g, ' ').split('\r\n');
  const headers = Object.fromEntries(
    lines.map((line) => [
      line.slice(0, line.indexOf(':')).toLowerCase(),
      line.slice(line.indexOf(':') + 1).trim(),
    ]),
  );
  return { headers, body: rest.join('\r\n\r\n') };
}

function decoded(body: string, encoding = '7bit'): string {
  if (encoding === 'base64') return Buffer.from(body, 'base64').toString();
  if (encoding !== 'quoted-printable') return body;
  const bytes = body
    .replace(/=\r\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_all, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(bytes, 'latin1').toString();
}
