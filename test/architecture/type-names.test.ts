import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';

const ROOTS = ['src', 'activities', 'workflows', 'workers', 'scripts'];
const DECLARED =
  /^\s*(?:export )?(?:declare )?(?:abstract )?(?:(?:interface|class|enum) (\w+)|type (\w+)(?:<.*>)? =)/gm;

/** Names that have a reason to be declared in more than one file. */
const SHARED = {
  Mailbox: 'A folder of IMAP (RFC 9051), and a name with an address (RFC 5322, 3.4).',
  RunInputs: 'One interface: each run adds its input to it.',
};

const files = ROOTS.flatMap((root) =>
  readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => join(root, name)),
);

const declaredIn = (file: string) =>
  new Set(
    [...readFileSync(file, 'utf8').matchAll(DECLARED)].map(([, named, type]) => named ?? type!),
  );

it('one name of a type has one meaning', () => {
  const names = files.flatMap((file) => [...declaredIn(file)]);
  expect(names.length).toBeGreaterThan(1_000);
  const seen = new Set<string>();
  const again = names.filter((name) => seen.size === seen.add(name).size);
  expect([...new Set(again)].sort()).toEqual(Object.keys(SHARED));
});
