import { freePort } from '../../../tools/services.mjs';
import { TestInstallation, type TestProcess } from './test-process.ts';

export const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Of a node that goes, or a balancer that has just lost it, nobody knows what became of the request. */
export const isUnsure = (error: unknown) =>
  /ECONNRESET|ECONNREFUSED|EPIPE|aborted|socket hang up|fetch failed|terminated|is not valid JSON| 50[234] |was refused: 50[234]/.test(
    `${error} ${(error as Error).cause ?? ''}`,
  );

/** Asks again until it is answered, as a browser does with what has a key. */
export async function insist<Result>(work: () => Promise<Result>): Promise<Result> {
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (!isUnsure(error)) throw error;
      await pause(100);
    }
  }
}

/** Nodes of the built server on one database, each of which comes back at its own port. */
export class TestNodes {
  /** Of the nodes that come from now on. */
  installation: TestInstallation;
  readonly ports: readonly string[];
  readonly #metricsPorts: readonly string[];
  readonly #nodes: TestProcess[] = [];
  #settings: Record<string, string> = {};

  private constructor(
    ports: readonly string[],
    metricsPorts: readonly string[],
    installation: TestInstallation,
  ) {
    this.ports = ports;
    this.#metricsPorts = metricsPorts;
    this.installation = installation;
  }

  static async of(count: number, installation = new TestInstallation()): Promise<TestNodes> {
    const ports: string[] = [];
    while (ports.length < 2 * count) ports.push(String(await freePort()));
    return new TestNodes(ports.slice(0, count), ports.slice(count), installation);
  }

  /** The first changes the tables, if they are to be changed. */
  async start(settings: Record<string, string>): Promise<void> {
    this.#settings = settings;
    for (const number of this.ports.keys()) await this.come(number);
  }

  async come(number: number): Promise<void> {
    const environment = {
      ...this.#settings,
      PORT: this.ports[number]!,
      METRICS_PORT: this.#metricsPorts[number]!,
      NODE_NAME: `n${number}`,
      DATA_DIR: this.installation.newDataDir(),
    };
    this.#nodes[number] = await (await this.installation.launch(environment)).ready();
  }

  async kill(number: number): Promise<void> {
    await this.#nodes[number]!.kill();
  }

  /** As whoever looks after the machine does; the exit code. */
  stop = (number: number): Promise<number | null> => this.#nodes[number]!.kill('SIGTERM');

  url = (number: number): string => `http://127.0.0.1:${this.ports[number]}`;

  /** How many events of other nodes letters have brought to it, looked up in no table. */
  async lettersHeard(number: number): Promise<number> {
    const metrics = await (await fetch(`http://127.0.0.1:${this.#metricsPorts[number]}/metrics`)).text();
    return Number(/^dazi_bus_letters_total (\d+)/m.exec(metrics)?.[1] ?? 0);
  }

  remove = (): Promise<void> => this.installation.remove();
}
