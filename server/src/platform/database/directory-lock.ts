import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

export class DirectoryInUse extends Error {
  override name = 'DirectoryInUse';
}

/**
 * When a process began, in clock ticks since boot; null where the system does not tell. A process id alone
 * is not enough: it may have been given to another process after a crash.
 */
function startOf(processId: number): string | null {
  try {
    const stat = readFileSync(`/proc/${processId}/stat`, 'utf8');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? null;
  } catch {
    return null;
  }
}

function isAlive(processId: number): boolean {
  try {
    process.kill(processId, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/**
 * One server a data directory: the embedded database takes no lock of its own. Throws DirectoryInUse when
 * another living process holds it; what a killed process left behind is taken over.
 */
export function lockDirectory(directory: string): () => void {
  mkdirSync(directory, { recursive: true });
  const file = join(directory, 'server.lock');
  const mine = `${process.pid} ${startOf(process.pid) ?? ''}`;
  for (let attempt = 0; attempt < 3; attempt++) {
    try {
      writeFileSync(file, mine, { flag: 'wx' });
      return () => rmSync(file, { force: true });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
    const [holder = '', start = ''] = readFileSync(file, 'utf8').split(' ');
    const holderId = Number(holder);
    const lives = holderId > 0 && isAlive(holderId) && (start === '' || startOf(holderId) === start);
    if (lives && holderId !== process.pid) {
      throw new DirectoryInUse(
        `Another Dazi server (process ${holderId}) is already using ${directory}. Stop it first, or choose another DATA_DIR.`,
      );
    }
    rmSync(file, { force: true });
  }
  throw new DirectoryInUse(`Could not lock ${directory}`);
}
