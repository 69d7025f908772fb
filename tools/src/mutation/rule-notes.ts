/** What breaks a rule that no mutant shows, or why nothing can. */
export const RULE_NOTES: ReadonlyMap<string, string> = new Map<string, string>([]);
