import { describe, expect, it } from '@jest/globals';
import { RUNS, runOf } from '../../src/catalogue.js';
import * as messages from '../../workflows/messages.js';
import * as workflows from '../../workflows/index.js';

const sorted = (names: Iterable<string>) => [...names].sort();

describe('the runs', () => {
  it('are declared for every workflow, each once', () => {
    expect(sorted(RUNS.map(({ workflow }) => workflow))).toEqual(sorted(Object.keys(workflows)));
  });

  it('name the signals that workflows take', () => {
    const taken = Object.values(messages).filter(({ type }) => type === 'signal');
    expect(sorted(RUNS.flatMap(({ signals = [] }) => signals))).toEqual(
      sorted(taken.map(({ name }) => name)),
    );
  });

  it.each(RUNS.map((run) => [run.workflow, run] as const))(
    '%s is woken and told by signals of its own',
    (workflow, { signals = [], wakeBy, lost = [] }) => {
      const used = [wakeBy, ...lost.map((rows) => ('signal' in rows ? rows.signal : undefined))];
      for (const signal of used.filter((name) => name !== undefined))
        expect(signals).toContain(signal);
      expect(runOf(workflow).workflow).toBe(workflow);
    },
  );

  it.each(RUNS.map((run) => [run.workflow, run] as const))(
    '%s is started by rows that can tell that it was lost, or by a schedule',
    (_workflow, { schedule, lost = [] }) => {
      expect(lost.length > 0).toBe(schedule === undefined);
    },
  );
});
