import { Agent, request } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';

export const quantile = (values: readonly number[], share: number): number => {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]!;
};

/** Asks at an even pace, whether answered or not; answers how long each took, in ms. */
export async function askEvenly(
  origin: string,
  pathOf: () => string,
  { perSecond, seconds }: { perSecond: number; seconds: number },
): Promise<number[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: 128 });
  const one = (path: string) =>
    new Promise<number>((resolve, reject) => {
      const begun = performance.now();
      const call = request(origin + path, { agent }, (answer) => {
        answer.resume();
        answer.on('end', () =>
          answer.statusCode === 200
            ? resolve(performance.now() - begun)
            : reject(new Error(`Refused: ${answer.statusCode}`)),
        );
      });
      call.on('error', reject);
      call.end();
    });
  const begun = performance.now();
  const answers: Promise<number>[] = [];
  for (let index = 0; index < perSecond * seconds; index++) {
    await delay(Math.max(0, begun + (index * 1000) / perSecond - performance.now()));
    answers.push(one(pathOf()));
  }
  const times = await Promise.all(answers);
  agent.destroy();
  return times;
}
