import { hash } from 'node:crypto';
import { commitmentText, linkText } from '@dazi/contract/kernel/chain';

export { genesis, type Head } from '@dazi/contract/kernel/chain';

const digestOf = (text: string): string => hash('sha256', text, 'hex');

export const chainedHash = (previous: string, parts: readonly unknown[]): string =>
  digestOf(linkText(previous, parts));

export const commitmentTo = (salt: string, personal: readonly unknown[]): string =>
  digestOf(commitmentText(salt, personal));
