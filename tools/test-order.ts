import { readFileSync } from 'node:fs';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Long ones: begun last, they would leave the other workers without work. */
const long =
  /\/(account-[a-z]+|across-blocks|any-order|authorisation|backup|bad-input|cluster-forms|failover|kill|location-attack\.rules|media-copy|moderation-command|moderation-killed|node-bus|nodes|nodes-killed|others-wait|outage|plan-properties|plan-secrecy|plans-killed|redis|several-nodes|start|statements)\.test\.ts$/;

/**
 * Files that run alike come one after the other: a process goes on from one to the next only then, and reading the code
 * and making a page anew take longer than most of them. Among these the longest come first.
 */
export class TestOrder extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const kinds = new Map<string, TestSpecification[]>();
    for (const file of await super.sort(files)) {
      const kind = `${file.project.name} ${environmentOf(file)}`;
      kinds.set(kind, [...(kinds.get(kind) ?? []), file]);
    }
    return [...kinds.values()].flatMap((alike) => [
      ...alike.filter(isLong),
      ...alike.filter((file) => !isLong(file)),
    ]);
  }
}

const isLong = ({ moduleId }: TestSpecification) => long.test(moduleId);

/** Said in the first line of those that need another one than their project gives them. */
function environmentOf({ moduleId }: TestSpecification): string {
  const [firstLine = ''] = readFileSync(moduleId, 'utf8').split('\n', 1);
  return firstLine.match(/@vitest-environment (\S+)/)?.[1] ?? '';
}
