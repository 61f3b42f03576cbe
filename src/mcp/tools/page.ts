import type { AnyOperation } from '../../operations/operation.js';
import type { ToolDefinition } from './define.js';
import { CORE, GROUP_OF } from './names.js';
import { selectToolset } from './toolset.js';

const HEAD = `# Tools

What the tool server at \`/mcp\` offers. Without a word programs get the groups of the first table; others are
chosen by \`?toolsets=\` (names of groups, \`default\`, \`core\`, \`all\`, separated by commas) and
\`?read_only=true\`. This page is written by \`npm run docs\`.

Arguments are taken as models write them: numbers and flags as text, one item in place of a list, lists and
objects as JSON text, names in camel case, null for what is not given, \`id\` for the only id that is missing.
An answer is JSON, as text and as structured content. What strangers wrote stands below \`untrusted\`.

Marks: **R** changes nothing, **D** takes something away, **I** may be repeated, **O** reaches or reads what is
outside. Arguments with a star have to be given.
`;

/** The page of all tools of a catalogue, as Markdown. */
export function toolsPage(catalogue: readonly AnyOperation[]): string {
  const { list, find } = selectToolset(catalogue, { toolsets: 'all' });
  const tools = list.map(({ name }) => find(name)!);
  const isDefault = ({ name }: ToolDefinition) => GROUP_OF.has(name);
  return [
    HEAD,
    `\`core\`: ${CORE.map((name) => `\`${name}\``).join(', ')}.\n`,
    '## By default\n',
    table(tools.filter(isDefault)),
    '## Others\n',
    table(tools.filter((tool) => !isDefault(tool))),
  ].join('\n');
}

function table(tools: readonly ToolDefinition[]): string {
  const rows = tools
    .toSorted((one, other) => (one.group < other.group ? -1 : one.group > other.group ? 1 : 0))
    .map((tool) => `| ${cellsOf(tool).join(' | ')} |`);
  const head = '| Group | Tool | What it does | Arguments | |\n| --- | --- | --- | --- | --- |';
  return `${head}\n${rows.join('\n')}\n`;
}

function cellsOf({ group, name, tool, inputs }: ToolDefinition): string[] {
  const required = new Set(inputs.schema.required);
  const args = Object.keys(inputs.schema.properties ?? {}).map(
    (argument) => `\`${argument}\`${required.has(argument) ? '\\*' : ''}`,
  );
  return [group, `\`${name}\``, tool.description ?? '', args.join(', '), marksOf(tool)];
}

function marksOf({ annotations = {} }: ToolDefinition['tool']): string {
  const { readOnlyHint, destructiveHint, idempotentHint, openWorldHint } = annotations;
  const marks: [string, boolean | undefined][] = [
    ['R', readOnlyHint],
    ['D', destructiveHint],
    ['I', idempotentHint],
    ['O', openWorldHint],
  ];
  return marks.flatMap(([mark, holds]) => (holds ? [mark] : [])).join(' ');
}
