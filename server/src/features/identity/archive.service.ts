import { basename, extname } from 'node:path';
import { Readable } from 'node:stream';
import type { AccountPart } from '#platform/account-part.ts';
import { AppError } from '#platform/app-error.ts';
import { type ArchiveEntry, archiveOf, jsonList } from '#platform/archive.ts';
import type { Deps } from '#platform/deps.ts';
import type { Actor } from '#platform/http/viewer.ts';
import { archivePage, type KnownNames } from './archive-page.rules.ts';
import { about, lackOf, readme } from './archive-readme.data.ts';

/** What the texts of an archive come to, roughly. */
const texts_bytes = 16 * 1024;

const textEntry = (name: string, write: () => Iterable<string> | AsyncIterable<string>): ArchiveEntry => ({
  name,
  compress: true,
  open: async () => Readable.from(write()),
});

export class Archives {
  readonly #deps: Deps;
  readonly #parts: readonly AccountPart[];
  /** By person; null while what it will hold is being looked up. */
  readonly #running = new Map<string, Readable | null>();

  constructor(deps: Deps, parts: readonly AccountPart[]) {
    this.#deps = deps;
    this.#parts = parts;
  }

  /** The archive and about how large it will be. EXPORT_RUNNING while the one before is on its way. */
  async of(actor: Actor): Promise<{ stream: Readable; expected_bytes: number }> {
    if (this.#running.has(actor.id)) throw new AppError('EXPORT_RUNNING', { retryAfter_s: 10 });
    this.#running.set(actor.id, null);
    try {
      const { entries, expected_bytes } = await this.#entriesOf(actor.id);
      const stream = archiveOf(entries, this.#deps.clock());
      this.#running.set(actor.id, stream);
      stream.once('close', () => this.#running.delete(actor.id));
      return { stream, expected_bytes };
    } catch (error) {
      this.#running.delete(actor.id);
      throw error;
    }
  }

  /** Breaks off what is on its way: a slow reader must not hold up the end of the server. */
  stop(): void {
    for (const stream of this.#running.values()) stream?.destroy(new Error('The server ends'));
  }

  async #entriesOf(userId: string) {
    const sections = this.#parts.flatMap((part) =>
      Object.entries(part.sections).map(([name, rows]) => ({ name, rows: () => rows(this.#deps, userId) })),
    );
    const files: ArchiveEntry[] = [];
    const media = new Map<string, string>();
    const missing: string[] = [];
    let expected_bytes = texts_bytes;
    for (const part of this.#parts) {
      for await (const { name, size_bytes, isMissing, open } of part.files?.(this.#deps, userId) ?? []) {
        if (isMissing) {
          missing.push(name);
          continue;
        }
        files.push({ name, compress: false, open });
        media.set(basename(name, extname(name)), name);
        expected_bytes += size_bytes;
      }
    }
    const lack = missing.length > 0 ? lackOf(missing) : '';
    const known: KnownNames = { media, namesOf: (ids) => this.#namesOf(userId, ids) };
    const entries: ArchiveEntry[] = [
      textEntry('index.html', () => archivePage(sections, about + lack, known)),
      textEntry('README.txt', () => [readme + lack]),
      ...sections.map(({ name, rows }) => textEntry(`${name}.json`, () => jsonList(rows()))),
      ...files,
    ];
    return { entries, expected_bytes };
  }

  async #namesOf(userId: string, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
    const names = new Map<string, string>();
    for (const part of this.#parts) {
      for (const [id, name] of (await part.names?.(this.#deps, userId, ids)) ?? []) names.set(id, name);
    }
    return names;
  }
}
