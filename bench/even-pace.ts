import { fork } from 'node:child_process';
import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';

export const quantile = (values: readonly number[], share: number): number => {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]!;
};

/** Of one question: when it was asked, in ms since 1970, and how long the answer took, in ms. */
export interface Asked {
  at_ms: number;
  took_ms: number;
}

/** Asks at an even pace, whether answered or not; answers how long each took, in ms. */
export async function askEvenly(
  origin: string,
  pathOf: () => string,
  { perSecond, seconds }: { perSecond: number; seconds: number },
): Promise<number[]> {
  const isOver = (index: number) => index >= perSecond * seconds;
  return (await askUntil(origin, pathOf, perSecond, isOver)).map(({ took_ms }) => took_ms);
}

/** The same in a process of its own, where nothing else that is done here delays the answers, until it is stopped. */
export function askBeside(origin: string, path: string, perSecond: number) {
  const child = fork(new URL('./even-pace-process.ts', import.meta.url), [origin, path, String(perSecond)]);
  return {
    async stop(): Promise<Asked[]> {
      child.send('stop');
      const [asked] = (await once(child, 'message')) as [Asked[]];
      return asked;
    },
  };
}

/** What both do: until it is over, asked before each question by its number. */
export async function askUntil(
  origin: string,
  pathOf: () => string,
  perSecond: number,
  isOver: (index: number) => boolean,
): Promise<Asked[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: 128 });
  const one = (path: string) =>
    new Promise<Asked>((resolve, reject) => {
      const [begun, at_ms] = [performance.now(), Date.now()];
      const call = request(origin + path, { agent }, (answer) => {
        answer.resume();
        answer.on('end', () =>
          answer.statusCode === 200
            ? resolve({ at_ms, took_ms: performance.now() - begun })
            : reject(new Error(`Refused: ${answer.statusCode}`)),
        );
      });
      call.on('error', reject);
      call.end();
    });
  const begun = performance.now();
  const answers: Promise<Asked>[] = [];
  for (let index = 0; !isOver(index); index++) {
    await delay(Math.max(0, begun + (index * 1000) / perSecond - performance.now()));
    answers.push(one(pathOf()));
  }
  const times = await Promise.all(answers);
  agent.destroy();
  return times;
}
