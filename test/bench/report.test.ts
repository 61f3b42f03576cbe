import { describe, expect, it } from '@jest/globals';
import { atLeast, atMost } from '../../bench/figures.js';
import { comparison, table } from '../../bench/report.js';

describe('the table of a bench', () => {
  it('shows each figure with its goal and says whether it was reached', () => {
    const lines = table('wait', {
      figures: [
        { what: 'answer', value: 2.3456, unit: 'ms', p50: 2.3456, n: 300, goal: atMost(2.3456, 3) },
        { what: 'rate', value: 1234.5, unit: 'mails/s', ratio: 0.65, goal: atLeast(0.65, 0.7) },
      ],
      notes: ['a note'],
    }).split('\n');
    expect(lines[2]).toMatch(/^answer +2\.35 ms +2\.35 +300 +≤ 3 yes$/);
    expect(lines[3]).toMatch(/^rate +1235 mails\/s +0\.650 +≥ 0\.7 no$/);
    expect(lines[4]).toBe('  a note');
  });
});

describe('a comparison', () => {
  it('shows figures that both runs have, before and now', () => {
    const figure = { what: 'lists', value: 200, unit: '/s', p50: 4, cpuMs: 0 };
    const before = { figures: [figure, { what: 'gone', value: 1, unit: 's' }] };
    const now = {
      figures: [
        { ...figure, value: 500, p50: 2 },
        { what: 'new', value: 1, unit: 's' },
      ],
    };
    const [head, rule, lists, ...others] = comparison('rest', before, now).split('\n');
    expect(head).toMatch(/^rest, before → now +value +p50/);
    expect(rule).toMatch(/^-+$/);
    expect(lists).toMatch(/^lists +200 → 500 \(2\.50 ×\) +4 → 2 \(0\.500 ×\) +0 → 0$/);
    expect(others).toEqual([]);
  });
});
