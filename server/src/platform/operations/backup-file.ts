import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { crc32 } from 'node:zlib';
import yauzl from 'yauzl';
import * as z from 'zod/mini';
import { Digest, writeTo } from './files.ts';
import { databaseNames, type Manifest, manifestName, mediaFolder, OperatorError } from './manifest.ts';

const manifestSchema = z.object({
  format: z.literal(1),
  version: z.string(),
  createdAt: z.string(),
  engine: z.enum(['embedded', 'postgresql']),
  migrations: z.array(z.object({ name: z.string(), hash: z.string() })),
  counts: z.record(z.string(), z.int()),
  ends: z.record(z.string(), z.array(z.unknown())),
  secretFingerprint: z.nullable(z.string()),
  database: z.object({ bytes: z.int(), sha256: z.string() }),
  media: z.nullable(z.object({ files: z.int(), bytes: z.int() })),
  mediaStayIn: z.optional(z.string()),
});

const mostManifest_bytes = 10 * 1024 * 1024;

export class BackupFile {
  readonly manifest: Manifest;
  readonly #zip: yauzl.ZipFile;
  readonly #entries: ReadonlyMap<string, yauzl.Entry>;

  private constructor(zip: yauzl.ZipFile, entries: ReadonlyMap<string, yauzl.Entry>, manifest: Manifest) {
    this.#zip = zip;
    this.#entries = entries;
    this.manifest = manifest;
  }

  /** Throws OperatorError for what is no backup, or not all of one. */
  static async open(file: string): Promise<BackupFile> {
    const zip = await opened(file);
    const entries = new Map((await entriesOf(zip)).map((entry) => [entry.fileName, entry]));
    const entry = entries.get(manifestName);
    if (!entry || entry.uncompressedSize > mostManifest_bytes)
      throw new OperatorError(`${file} is no backup of Dazi.`);
    const chunks: Buffer[] = [];
    for await (const chunk of await streamOf(zip, entry)) chunks.push(chunk as Buffer);
    const manifest = manifestSchema.safeParse(parsed(Buffer.concat(chunks).toString()));
    if (!manifest.success) {
      throw new OperatorError(
        `${file} was written by another version of Dazi, which this one does not read.`,
      );
    }
    return new BackupFile(zip, entries, manifest.data as Manifest);
  }

  /** Throws OperatorError when something is not as it was written. */
  async requireWhole(): Promise<void> {
    let media = 0;
    for (const [name, entry] of this.#entries) {
      if (name.startsWith(mediaFolder)) media++;
      if ((await checksumOf(this.#zip, entry)) !== entry.crc32) {
        throw new OperatorError(
          `This backup is damaged: ${name} is not what was written. Nothing was changed.`,
        );
      }
    }
    const expected = this.manifest.media?.files ?? media;
    if (media !== expected) {
      throw new OperatorError(
        `${expected} media were backed up, and ${media} are there. Nothing was changed.`,
      );
    }
  }

  /** Throws when it is not what was backed up. */
  async extractDatabase(to: string): Promise<void> {
    const { engine, database } = this.manifest;
    const entry = this.#entries.get(databaseNames[engine]);
    const digest = new Digest();
    if (entry) await pipeline(await streamOf(this.#zip, entry), digest, writeTo(to));
    if (digest.sha256 !== database.sha256) throw new OperatorError('The database in this backup is damaged.');
  }

  /** Media by their names below the folder of media, in the order of the file. */
  *media(): Generator<{ name: string; size: number; open(): Promise<Readable> }> {
    for (const [name, entry] of this.#entries) {
      if (!name.startsWith(mediaFolder)) continue;
      const size = entry.uncompressedSize;
      yield { name: name.slice(mediaFolder.length), size, open: () => streamOf(this.#zip, entry) };
    }
  }

  close(): void {
    this.#zip.close();
  }
}

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
};

function opened(file: string): Promise<yauzl.ZipFile> {
  return new Promise((resolve, reject) => {
    yauzl.open(file, { lazyEntries: true, autoClose: false }, (error, zip) => {
      if (!error) return resolve(zip!);
      const { code } = error as NodeJS.ErrnoException;
      const why = code === 'ENOENT' ? 'is not there' : 'is no backup of Dazi, or was cut off';
      reject(new OperatorError(`${file} ${why}.`));
    });
  });
}

/** Names with `..`, from the root or with a drive are refused by the library. */
function entriesOf(zip: yauzl.ZipFile): Promise<yauzl.Entry[]> {
  const entries: yauzl.Entry[] = [];
  return new Promise((resolve, reject) => {
    zip.on('entry', (entry: yauzl.Entry) => {
      entries.push(entry);
      zip.readEntry();
    });
    zip.once('end', () => resolve(entries));
    zip.once('error', (error) => reject(new OperatorError(`This backup is damaged: ${error.message}`)));
    zip.readEntry();
  });
}

/** Null for what cannot be read to its end. */
async function checksumOf(zip: yauzl.ZipFile, entry: yauzl.Entry): Promise<number | null> {
  let checksum = 0;
  try {
    for await (const chunk of await streamOf(zip, entry)) checksum = crc32(chunk as Buffer, checksum);
    return checksum;
  } catch {
    return null;
  }
}

function streamOf(zip: yauzl.ZipFile, entry: yauzl.Entry): Promise<Readable> {
  return new Promise((resolve, reject) => {
    zip.openReadStream(entry, (error, stream) => (error ? reject(error) : resolve(stream!)));
  });
}
