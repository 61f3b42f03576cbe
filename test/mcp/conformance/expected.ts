import type { Check } from './suite.js';

/** Checks that fail, and why that is as it should be. */
export interface Expected {
  readonly checks: RegExp;
  readonly reason: string;
}

/** With the tools of the suites: "scenario check" of those that may fail. */
export const OF_FIXTURE: readonly Expected[] = [];

/** With our own tools. */
export const OF_SERVICE: readonly Expected[] = [
  {
    checks: /^tasks-/,
    reason: "calls tools of the suite's own: see the fixture",
  },
  {
    checks:
      /^(?:tools-call-|elicitation-|input-required-result-|json-schema-2020-12 |server-stateless .*(?:capability|independent-requests|no-log-without))/,
    reason: "calls tools of the suite's own: see the fixture",
  },
  {
    checks:
      /^(?:prompts-|resources-|completion-|logging-|caching .*-(?:prompts|resources(?:-templates)?)-list-)/,
    reason: 'prompts, resources, completion and logging are not served',
  },
  {
    checks: /^http-custom-header-server-validation /,
    reason: 'no tool has an argument that is sent in a header as well',
  },
];

/** What came of a run of a suite. */
export interface Verdict {
  readonly scenarios: number;
  readonly passed: number;
  readonly warned: readonly Check[];
  /** How many checks failed for each reason. */
  readonly expected: ReadonlyMap<string, number>;
  readonly failed: readonly Check[];
}

/** Tells failures that are as they should be from those that are not. */
export function judge(checks: readonly Check[], rules: readonly Expected[]): Verdict {
  const withStatus = (status: Check['status']) => checks.filter((check) => check.status === status);
  const expected = new Map<string, number>();
  const failed = withStatus('FAILURE').filter((check) => {
    const reason = rules.find((rule) => rule.checks.test(nameOf(check)))?.reason;
    if (reason !== undefined) expected.set(reason, (expected.get(reason) ?? 0) + 1);
    return reason === undefined;
  });
  return {
    scenarios: new Set(checks.map(({ scenario }) => scenario)).size,
    passed: withStatus('SUCCESS').length,
    warned: withStatus('WARNING'),
    ...{ expected, failed },
  };
}

/** By which rules know a check. */
export const nameOf = ({ scenario, id }: Check): string => `${scenario} ${id}`;
