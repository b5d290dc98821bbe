import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Long ones that mostly wait for other processes: begun last, they would leave the other workers without work. */
const long = /\/(kill|outage|account|nodes)\.test\.ts$/;

export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const isLong = ({ moduleId }: TestSpecification) => long.test(moduleId);
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))];
  }
}
