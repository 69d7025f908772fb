/** The source to check a rule: words, with a link where there is one. */
export interface RuleSource {
  readonly text: string;
  readonly href?: string;
}

type Described = readonly [code: RegExp, describe: (version: string) => string];

/** The codes of SPEC.md in words. */
const CODES: readonly Described[] = [
  [/^(?:Test|e2e )/, () => 'a test of Kubernetes itself'],
  [/^case /, () => 'recorded on a real cluster'],
  [/^node /, () => 'recorded on a real node'],
  [/^log (.+)$/, (version) => `log lines of a collector of ${version}`],
  [/^differential$/, () => 'simulated changes in random order, compared with a real collector'],
  [/^answers$/, () => 'recorded answers of real API servers'],
  [/^ran (.+)$/, (version) => `seen on Kubernetes ${version}`],
  [/^(?:read|quoted) ([\d.]+)$/, (version) => `the source of Kubernetes ${version}`],
  [/^(?:read|quoted)(?: .+)?$/, () => 'the source of Kubernetes'],
  [/^manifests$/, () => 'public manifests or code of the product'],
  [/^known$/, () => 'general knowledge, not checked here'],
  [/^gcscope$/, () => 'a rule of gcscope itself'],
  [/^([A-Z]{1,3}-W?\d+[a-z]?)$/, (rule) => `follows from ${rule}`],
  [/^(KEP-\d+)$/, (proposal) => proposal],
];

/** The sources of a rule as a reader can use them; each once, in their order. */
export function describeSources(source: string): RuleSource[] {
  const sources = codesOf(source).flatMap((code): RuleSource[] => {
    const issue = /^#(\d+)$/.exec(code)?.[1];
    if (issue !== undefined) {
      const href = `https://github.com/kubernetes/kubernetes/issues/${issue}`;
      return [{ text: `kubernetes/kubernetes#${issue}`, href }];
    }
    for (const [pattern, describe] of CODES) {
      const match = pattern.exec(code);
      if (match) return [{ text: describe(match[1] ?? '') }];
    }
    return [];
  });
  return [...new Map(sources.map((each) => [each.text, each])).values()];
}

/** Codes are set apart by commas; a title in quotes may have some. */
function codesOf(source: string): string[] {
  const codes = source.replaceAll('`', '').match(/(?:"[^"]*"|[^,"])+/g) ?? [];
  return codes.map((code) => code.trim());
}
