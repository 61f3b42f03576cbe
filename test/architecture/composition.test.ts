import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';

const SERVICES = [
  'approvals',
  'browser',
  'foundation',
  'organizations',
  'parts',
  'services',
  'tasks',
].map((name) => `src/composition/${name}.ts`);
const MADE = /\bnew ([A-Z]\w+)\(/g;

const made = (file: string): string[] =>
  [...readFileSync(file, 'utf8').matchAll(MADE)].map(([, name]) => name!);

const sources = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => join(folder, name));

const NO_SERVICE = ['LookThrottle', 'Semaphore', 'URL'];
const services = new Set(SERVICES.flatMap(made).filter((name) => !NO_SERVICE.includes(name)));

/** `<file>: <class>` for each service that a folder makes by hand. */
const wirings = (folders: readonly string[]): string[] =>
  folders
    .flatMap(sources)
    .filter((file) => !SERVICES.includes(file))
    .flatMap((file) => made(file).map((name) => ({ file, name })))
    .filter(({ name }) => services.has(name))
    .map(({ file, name }) => `${file}: ${name}`)
    .sort();

describe('services', () => {
  it('are made in the composition alone', () => {
    expect(services.size).toBeGreaterThan(30);
    expect(wirings(['src', 'activities', 'workers', 'scripts', 'bench'])).toEqual([]);
  });

  it('are made by hand where a test has a fake of another service, or is about that class alone', () => {
    expect(wirings(['test'])).toEqual([
      'test/egress/netns/browser.ts: Browsers',
      'test/http/await-reply-reminders.test.ts: Reminders',
      'test/http/task-queue.test.ts: TaskQueue',
      'test/live/arrivals-here.test.ts: ArrivalHub',
      'test/models/models.test.ts: Models',
      'test/resources/domains/looks-beside-runs.test.ts: LooksBesideRuns',
      'test/resources/inbound/search-merging.test.ts: SearchMerging',
      'test/resources/inbound/sender-checks.test.ts: SenderChecks',
      'test/resources/sending/settled-sends.test.ts: SettledSends',
      'test/resources/webhooks/api.ts: WebhookService',
      'test/resources/webhooks/endpoints.test.ts: Endpoints',
      'test/support/browser-session.ts: Browsers',
    ]);
  });
});
