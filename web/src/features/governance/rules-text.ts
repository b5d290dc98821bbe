export type RulesPart =
  | { kind: 'title'; text: string }
  | { kind: 'paragraph'; text: string }
  | { kind: 'rule'; number: string; text: string };

/** The parts of the rules, which are plain text: the first line is their title, a numbered line a rule. */
export function rulesParts(text: string): RulesPart[] {
  const lines = text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
  return lines.map((line, index): RulesPart => {
    const rule = /^(\d{1,3})[.、．]\s*(.+)$/.exec(line);
    if (rule) return { kind: 'rule', number: rule[1]!, text: rule[2]! };
    return { kind: index === 0 ? 'title' : 'paragraph', text: line };
  });
}
