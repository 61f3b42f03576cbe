import { describe, expect, it } from '@jest/globals';
import { ESLint } from 'eslint';

const RULE = 'restante/whole-characters';
const HEAD = `const MAX = 9;
export const of = (text: string, list: string[], at: number): unknown => `;

const eslint = new ESLint({ ruleFilter: ({ ruleId }) => ruleId === RULE });

// As if it stood in a file that is there, so that types are known.
async function violations(expression: string): Promise<number> {
  const [result] = await eslint.lintText(`${HEAD}${expression};\n`, { filePath: 'src/ids.ts' });
  return result!.messages.filter(({ ruleId }) => ruleId === RULE).length;
}

describe('the rule that text is cut between characters', () => {
  it.each([
    'text.slice(0, 200)',
    'text.slice(0, MAX)',
    'text.substring(0, MAX)',
    'text.substr(0, at)',
    'list[0]?.slice(0, MAX)',
    'list.map((one) => one.slice(0, MAX))',
  ])('finds %s', async (expression) => {
    expect(await violations(expression)).toBe(1);
  });

  it.each([
    'list.slice(0, MAX)',
    'text.slice(0, at)',
    "text.slice(0, text.indexOf('@'))",
    'new Date(at).toISOString().slice(0, 10)',
    'Buffer.from(text).subarray(0, MAX)',
  ])('leaves %s', async (expression) => {
    expect(await violations(expression)).toBe(0);
  });
});
