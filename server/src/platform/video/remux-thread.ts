import { startThread } from '../thread.ts';
import type { RemuxedVideo } from './remux.ts';

const limits = { maxOldGenerationSizeMb: 192, maxYoungGenerationSizeMb: 32 };
/** Three megabytes take a fraction of a second. */
const limit_ms = 8000;

interface Outcome {
  video?: RemuxedVideo;
  error?: string;
  isUnknownCodec?: boolean;
}

export class VideoRefused extends Error {
  readonly isUnknownCodec: boolean;
  constructor(reason: unknown, isUnknownCodec = false) {
    super(String(reason));
    this.isUnknownCodec = isUnknownCodec;
  }
}

/** `remux` in a thread of its own, with limits on memory and time. Throws VideoRefused. */
export async function remuxVideo(bytes: Uint8Array): Promise<RemuxedVideo> {
  const worker = startThread(new URL('./remux-worker.ts', import.meta.url), {
    workerData: bytes,
    resourceLimits: limits,
    // The library prints what it thinks of a file; nobody asked.
    stdout: true,
    stderr: true,
  });
  let timer: NodeJS.Timeout | undefined;
  try {
    return await new Promise((resolve, reject) => {
      const refuse = (reason: unknown) => reject(new VideoRefused(reason));
      timer = setTimeout(refuse, limit_ms, 'It took too long');
      worker.on('message', ({ video, error, isUnknownCodec }: Outcome) =>
        video ? resolve(video) : reject(new VideoRefused(error, isUnknownCodec)),
      );
      worker.on('error', refuse);
      worker.on('exit', refuse);
    });
  } finally {
    clearTimeout(timer);
    await worker.terminate();
  }
}
