import { rmSync } from 'node:fs';
import { mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { join, relative, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { transform } from '@swc/core';
import ts from 'typescript';

/** A statement as a module has it. */
export interface FoundStatement {
  readonly file: string;
  /** The constant it is kept in, or the line where it is written. */
  readonly name: string;
  readonly text: string;
  /** Whether others may be made of it: then it need not be one by itself. */
  readonly isPart: boolean;
}

// Within dist, so that packages are found from there.
const COPIES = await mkdtemp(resolve('dist/statements-'));
process.once('exit', () => rmSync(COPIES, { recursive: true, force: true }));

const STATEMENT = /^\s*(WITH|SELECT|INSERT|UPDATE|DELETE)\b/;

/**
 * The statements of a module that stand when it is loaded: its constants, exported or not, and what is
 * written where it is asked. What is put together of arguments is not among them.
 */
export async function statementsOf(file: string): Promise<FoundStatement[]> {
  const text = await readFile(file, 'utf8');
  if (!/\b(SELECT|INSERT|UPDATE|DELETE)\b/.test(text)) return [];
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.ES2023, true);
  const expressions = { ...constantsOf(source), ...writtenWhereAsked(source) };
  const values = await evaluated(file, text, expressions);
  const parts = namesInOtherText(source);
  return Object.entries(values).flatMap(([name, value]) =>
    typeof value === 'string' && STATEMENT.test(value)
      ? [{ file, name, text: value, isPart: parts.has(name) }]
      : [],
  );
}

function constantsOf(source: ts.SourceFile): Record<string, string> {
  const names = source.statements
    .filter(ts.isVariableStatement)
    .flatMap(({ declarationList }) =>
      declarationList.declarations.map(({ name }) => name.getText()),
    )
    .filter((name) => /^[A-Z][A-Z0-9_]*$/.test(name));
  return Object.fromEntries(names.map((name) => [name, name]));
}

function writtenWhereAsked(source: ts.SourceFile): Record<string, string> {
  const known = namesOf(source);
  const found: Record<string, string> = {};
  each(source, (node) => {
    if (!ts.isCallExpression(node) || !/\bquery$/.test(node.expression.getText())) return;
    const [text] = node.arguments;
    if (!text || !(ts.isStringLiteralLike(text) || ts.isTemplateExpression(text))) return;
    if (identifiersIn(text).some((name) => !known.has(name))) return;
    const { line } = source.getLineAndCharacterOfPosition(text.getStart());
    found[`line ${line + 1}`] = text.getText();
  });
  return found;
}

/** What a module imports and declares for all of its functions. */
function namesOf(source: ts.SourceFile): ReadonlySet<string> {
  const names = source.statements.flatMap((statement) => {
    if (ts.isVariableStatement(statement))
      return statement.declarationList.declarations.map(({ name }) => name.getText());
    if (ts.isFunctionDeclaration(statement)) return [statement.name?.getText() ?? ''];
    return ts.isImportDeclaration(statement) ? identifiersIn(statement) : [];
  });
  return new Set(names);
}

/** Constants that stand in a template or are given to what puts statements together. */
function namesInOtherText(source: ts.SourceFile): ReadonlySet<string> {
  const names = new Set<string>();
  each(source, (node) => {
    const isText = ts.isTemplateExpression(node) || ts.isCallExpression(node);
    if (isText && !/\bquery$/.test(node.getChildAt(0).getText()))
      for (const name of identifiersIn(node)) names.add(name);
  });
  return names;
}

function identifiersIn(node: ts.Node): string[] {
  const names: string[] = [];
  each(node, (inner) => {
    if (ts.isIdentifier(inner)) names.push(inner.text);
  });
  return names;
}

function each(node: ts.Node, visit: (node: ts.Node) => void): void {
  visit(node);
  node.forEachChild((child) => each(child, visit));
}

/** What expressions of a module come to, beside its own constants. */
async function evaluated(
  file: string,
  text: string,
  expressions: Readonly<Record<string, string>>,
): Promise<Readonly<Record<string, unknown>>> {
  const entries = Object.entries(expressions);
  if (entries.length === 0) return {};
  const fields = entries.map(([name, expression]) => `${JSON.stringify(name)}: ${expression}`);
  const { code } = await transform(`${text}\nexport const foundHere = { ${fields.join(', ')} };`, {
    swcrc: true,
    filename: file,
    sourceMaps: false,
  });
  const copy = join(COPIES, `${relative('src', file).replaceAll('/', '-')}.mjs`);
  await writeFile(
    copy,
    standingElsewhere(code, pathToFileURL(resolve('dist', relative('.', file)))),
  );
  const { foundHere } = (await import(copy)) as { foundHere: Record<string, unknown> };
  return foundHere;
}

/** Code of the module at `url` that may stand anywhere, and imports what everybody else has. */
const standingElsewhere = (code: string, url: URL): string =>
  code
    .replace(
      /(\bfrom |^import )(["'])(\.[^"'\n]+)\2/gm,
      (_all, before: string, _quote, path: string) =>
        `${before}${JSON.stringify(new URL(path, url).href)}`,
    )
    .replaceAll('import.meta.url', JSON.stringify(url.href));
