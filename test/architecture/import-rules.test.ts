import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';

// Each rule is seen to catch a violation, planted in a tree of its own beside copies of the rules.
const root = resolve('.');
const RULES = '.dependency-cruiser.cjs';
const RUNTIME_RULES = '.dependency-cruiser.runtime.cjs';
const FOLDER_RULES = '.dependency-cruiser.folders.cjs';
const uses = (path: string) => `import { a } from '${path}';\nexport const b = a;`;
const usesType = (path: string) => `import type { a } from '${path}';\nexport type B = typeof a;`;
const A = 'export const a = 1;';

/** The rule, the file that breaks it, its text. */
const PLANTED: readonly [rule: string, file: string, text: string][] = [
  ['no-cycles', 'src/cycle.ts', `${uses('./a-cycle.js')} ${A}`],
  ['no-folder-cycles', 'src/ring-b/x.ts', uses('../ring-a/plain.js')],
  ['no-folder-cycles', 'src/ring-c/x.ts', usesType('../ring-e/plain.js')],
  ['store-knows-no-resource', 'src/store/x.ts', usesType('../resources/y/service.js')],
  ['store-knows-no-resource', 'src/store/mail/x.ts', uses('../../temporal/plain.js')],
  ['live-knows-no-resource', 'src/live/x.ts', usesType('../resources/y/service.js')],
  ['live-knows-no-resource', 'src/live/mailboxes/x.ts', usesType('../../imap/plain.js')],
  ['activities-know-no-front-end', 'activities/x.ts', uses('../src/http/plain.js')],
  ['src-knows-no-workflows', 'src/x.ts', usesType('../workflows/plain.js')],
  ['temporal-behind-one-door', 'src/y.ts', `import '@temporalio/client';`],
  ['koa-in-http-only', 'src/z.ts', `import 'koa';`],
  ['models-by-one-call', 'src/resources/x/asking.ts', `import 'ai';`],
  ['models-know-no-resource', 'src/models/x.ts', usesType('../resources/y/service.js')],
  ['operations-touch-no-storage', 'src/resources/x/operations.ts', uses('./entities.js')],
  [
    'operations-know-no-services',
    'src/operations/x.ts',
    `import type { A } from '../resources/y/types.js';\nexport type B = A;`,
  ],
  ['front-ends-call-execute', 'src/http/w.ts', uses('../operations/authorize.js')],
  ['front-ends-read-the-catalogue', 'src/http/x.ts', uses('../resources/y/plain.js')],
  ['resources-meet-in-services', 'src/resources/x/service.ts', uses('../y/service.js')],
  ['protocols-use-services', 'src/smtp/x.ts', uses('../resources/y/entities.js')],
  ['entities-are-tables', 'src/resources/x/entities.ts', `${uses('../../plain.js')} ${A}`],
  ['mail-is-pure', 'src/mail/x.ts', uses('../plain.js')],
  ['senders-are-verified-by-pure-code', 'src/sender/x.ts', uses('../plain.js')],
  ['users-addresses-by-egress', 'src/u.ts', `import 'node:https';`],
  ['egress-knows-no-resource', 'src/egress/x.ts', uses('../plain.js')],
  ['stdio-loads-no-server', 'src/mcp/stdio/x.ts', uses('../../plain.js')],
  ['no-test-code-in-production', 'src/w.ts', uses('../test/plain.js')],
];
const UNREACHABLE: readonly [what: string, file: string, text: string][] = [
  ['a Node built-in', 'workflows/builtin.ts', `import 'node:fs';`],
  ['a package', 'workflows/package.ts', `import 'koa';`],
  ['a built-in behind a file of src/', 'workflows/behind.ts', uses('../src/impure.js')],
  ['an activity', 'workflows/activity.ts', uses('../activities/plain.js')],
];
const ALLOWED: readonly [what: string, file: string, text: string][] = [
  ['files of src/ itself in a ring of folders', 'src/ring-d/x.ts', uses('../plain.js')],
  ['a pure file in a workflow', 'workflows/pure.ts', uses('../src/plain.js')],
];
const SUPPORT: Readonly<Record<string, string>> = {
  'src/a-cycle.ts': `${uses('./cycle.js')} ${A}`,
  'src/impure.ts': `import 'node:crypto';\n${A}`,
  'src/plain.ts': A,
  'src/uses-ring.ts': uses('./ring-d/x.js'),
  'src/ring-a/plain.ts': A,
  'src/ring-a/x.ts': uses('../ring-b/plain.js'),
  'src/ring-b/plain.ts': A,
  'src/ring-e/plain.ts': A,
  'src/ring-e/x.ts': uses('../ring-c/x.js'),
  'src/temporal/plain.ts': A,
  'src/http/plain.ts': A,
  'src/imap/plain.ts': A,
  'src/operations/authorize.ts': A,
  'src/resources/y/plain.ts': A,
  'src/resources/y/types.ts': 'export type A = 1;',
  'src/resources/y/service.ts': A,
  'src/resources/y/entities.ts': A,
  'activities/plain.ts': A,
  'workflows/plain.ts': A,
  'test/plain.ts': A,
  'node_modules/koa/package.json': '{"name":"koa","main":"index.js"}',
  'node_modules/koa/index.js': '',
  'node_modules/ai/package.json': '{"name":"ai","main":"index.js"}',
  'node_modules/ai/index.js': '',
  'node_modules/@temporalio/client/package.json': '{"name":"@temporalio/client","main":"index.js"}',
  'node_modules/@temporalio/client/index.js': '',
};

/** A ring is reported once, at its first file or folder. */
const REPORTED_AT: Readonly<Record<string, string>> = {
  'src/cycle.ts': 'src/a-cycle.ts',
  'src/ring-b/x.ts': 'src/ring-a',
  'src/ring-c/x.ts': 'src/ring-c',
};

interface Violation {
  readonly from: string;
  readonly rule: { readonly name: string };
}

let tree: string;
let broken: readonly string[];

/** `rule file` of every violation in the tree. */
async function violations(config: string, ...folders: string[]): Promise<string[]> {
  const program = join(root, 'node_modules/dependency-cruiser/bin/dependency-cruise.mjs');
  const options = [program, '--config', config, '--output-type', 'json', ...folders];
  const report = await new Promise<string>((done) => {
    execFile(process.execPath, options, { cwd: tree, maxBuffer: 1e8 }, (_error, out) => done(out));
  });
  const { summary } = JSON.parse(report) as { summary: { violations: Violation[] } };
  return summary.violations.map(({ rule, from }) => `${rule.name} ${from}`);
}

beforeAll(async () => {
  tree = await mkdtemp(join(tmpdir(), 'restante-rules-'));
  const planted = [...PLANTED, ...UNREACHABLE, ...ALLOWED].map(([, file, text]) => [file, text]);
  for (const [file, text] of [...planted, ...Object.entries(SUPPORT)] as [string, string][]) {
    await mkdir(dirname(join(tree, file)), { recursive: true });
    await writeFile(join(tree, file), text);
  }
  for (const file of [RULES, RUNTIME_RULES, FOLDER_RULES, 'tsconfig.json']) {
    await cp(join(root, file), join(tree, file));
  }
  broken = [
    ...(await violations(RULES, 'src', 'activities')),
    ...(await violations(RUNTIME_RULES, 'workflows')),
    ...(await violations(FOLDER_RULES, 'src')),
  ];
});
afterAll(() => rm(tree, { recursive: true }));

describe('the import rules', () => {
  it.each(PLANTED)('%s catches a violation', (rule, file) => {
    expect(broken).toContain(`${rule} ${REPORTED_AT[file] ?? file}`);
  });

  it.each(UNREACHABLE)('keep a workflow from %s', (_what, file) => {
    expect(broken).toContain(`workflows-reach-pure-code-only ${file}`);
  });

  it.each(ALLOWED)('allow %s', (_what, file) => {
    const found = broken.filter(
      (at) => at.endsWith(` ${file}`) || at.endsWith(` ${dirname(file)}`),
    );
    expect(found).toEqual([]);
  });
});
