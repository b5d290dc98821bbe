import { repositoryRoot } from '../repository.mjs';
import { allPassed, oneFailed, together } from './outcome.mjs';

export async function checkTheArchitecture() {
  // Needs installed packages, so it is loaded when they are there.
  const { checkArchitecture, violationLine } = await import('../check-architecture.mjs');
  const rules = await checkArchitecture(repositoryRoot);
  return together(
    rules.map(({ name, violations }) =>
      violations.length === 0 ? allPassed(1) : oneFailed(name, violations.map(violationLine).join('\n')),
    ),
  );
}
