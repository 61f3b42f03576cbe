import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import type { LookReport } from '../../src/resources/domains/looking.js';
import type { PutOffLook } from '../../src/resources/domains/look-throttle.js';
import { createDomainRunClient } from '../../src/temporal/verify-now.js';
import { verifyDomainRun } from '../../src/resources/domains/run.js';
import { workflowId } from '../../src/store/run.js';
import { until } from '../temporal/rows.js';
import { createTestTemporal, type TestTemporal } from '../support/temporal.js';

let temporal: TestTemporal;
beforeAll(async () => {
  temporal = await createTestTemporal();
});
afterAll(() => temporal.close());

const report = (changed: Partial<LookReport> = {}): LookReport => ({
  orgId: 'org_1',
  status: 'PENDING',
  summary: 'spf is missing',
  nextLookAt: null,
  retryInSeconds: 3_600,
  untold: false,
  handover: false,
  keysDue: false,
  isNews: false,
  ...changed,
});

/** Activities that answer these reports in turn, the last again and again, and what was called. */
function activities(
  stands: readonly (LookReport | null)[],
  looks: readonly (LookReport | PutOffLook | null)[],
) {
  const calls: string[] = [];
  const turns = { stand: 0, look: 0 };
  const nextLook = () => looks[Math.min(turns.look++, looks.length - 1)]!;
  return {
    calls,
    readDomain: async () => {
      calls.push('read');
      return stands[Math.min(turns.stand++, stands.length - 1)]!;
    },
    lookInTurn: async (_domainId: string, mustLook: boolean) => {
      calls.push(mustLook ? 'look for certain' : 'look');
      return nextLook();
    },
    lookAtRecords: async () => {
      calls.push('look without a turn');
      return nextLook() as LookReport | null;
    },
    takeOverName: async () => {
      calls.push('take over');
      return true;
    },
    changeKeys: async () => {
      calls.push('change keys');
      return 'the new key signs';
    },
    tellOwners: async () => {
      calls.push('tell');
      return 'told';
    },
  };
}

const nameOf = () => `dom_${randomUUID()}`;

describe('verifyDomain', () => {
  it('looks when it is due, again and again, and ends with the domain', async () => {
    const given = activities(
      [report({ retryInSeconds: 0 })],
      [report({ retryInSeconds: 0.05 }), null],
    );
    const result = await temporal.run('verifyDomain', [{ domainId: nameOf() }], given);
    expect(result).toBe('the domain is gone');
    expect(given.calls).toEqual(['read', 'look', 'look']);
  });

  it('does what follows from a look, a step each', async () => {
    const given = activities(
      [report({ retryInSeconds: 0 }), report({ untold: true, retryInSeconds: 0 })],
      [report({ handover: true, keysDue: true, untold: true, retryInSeconds: 600 }), null],
    );
    await temporal.run('verifyDomain', [{ domainId: nameOf() }], given);
    expect(given.calls).toEqual([
      ...['read', 'look', 'take over', 'change keys', 'read', 'tell', 'look'],
    ]);
  });

  it('tells of what others did as soon as it is told that something changed', async () => {
    const given = activities([report(), report({ untold: true }), null], [report()]);
    await temporal.withWorker(given, async () => {
      const run = await temporal.start('verifyDomain', [{ domainId: nameOf() }]);
      await until(() => given.calls.length === 1);
      await run.signal('domainChanged');
      await until(() => given.calls.length === 3);
      await run.signal('domainChanged');
      expect(await run.result()).toBe('the domain is gone');
    });
    expect(given.calls).toEqual(['read', 'read', 'tell', 'read']);
  });

  it('reads the row again when it is told that something changed', async () => {
    const given = activities([report(), null], [report()]);
    await temporal.withWorker(given, async () => {
      const run = await temporal.start('verifyDomain', [{ domainId: nameOf() }]);
      await until(() => given.calls.length === 1);
      await run.signal('domainChanged');
      expect(await run.result()).toBe('the domain is gone');
    });
    expect(given.calls).toEqual(['read', 'read']);
  });

  it('looks for certain after it was put off', async () => {
    const given = activities([report({ retryInSeconds: 0 })], [{ laterInSeconds: 0.05 }, null]);
    await temporal.run('verifyDomain', [{ domainId: nameOf() }], given);
    expect(given.calls).toEqual(['read', 'look', 'look for certain']);
  });

  it('looks before that for whoever asks', async () => {
    const later = { laterInSeconds: 600 };
    const given = activities([report({ retryInSeconds: 0 })], [later, report(), null]);
    const door = createDomainRunClient(temporal.options, 20_000);
    const domainId = nameOf();
    await temporal.withWorker(given, async () => {
      const id = workflowId('verifyDomain', domainId);
      const run = await temporal.start('verifyDomain', [{ domainId }], id);
      await until(() => given.calls.length === 2);
      expect(await run.query('state')).toMatchObject({ looks: 0 });
      expect(await door.ask(domainId, 'org_1')).toBe(true);
      expect(given.calls).toEqual(['read', 'look', 'look for certain']);
      await run.terminate();
    });
    await door.close();
  });

  it('looks without a turn where somebody asks and there is none, or it fails', async () => {
    const given = activities([report({ retryInSeconds: 0 })], [{ laterInSeconds: 1 }, report()]);
    const door = createDomainRunClient(temporal.options, 20_000);
    const failing = {
      ...given,
      readDomain: async () => report(),
      lookInTurn: async () => {
        throw new Error('storage is away');
      },
    };
    const [one, other] = [nameOf(), nameOf()];
    await temporal.withWorker({ ...given, readDomain: async () => report() }, async () => {
      expect(await door.ask(one, 'org_1')).toBe(true);
      expect(given.calls).toEqual(['look for certain', 'look without a turn']);
      await temporal.client.workflow.getHandle(workflowId('verifyDomain', one)).terminate();
    });
    await temporal.withWorker(failing, async () => {
      expect(await door.ask(other, 'org_1')).toBe(true);
      await temporal.client.workflow.getHandle(workflowId('verifyDomain', other)).terminate();
    });
    expect(given.calls.slice(2)).toEqual(['look without a turn']);
    await door.close();
  });

  it('looks at once for whoever asks, and is started where it is not there', async () => {
    const given = activities([report()], [report({ status: 'ACTIVE', summary: 'all is right' })]);
    const door = createDomainRunClient(temporal.options, 20_000);
    const domainId = nameOf();
    await temporal.withWorker(given, async () => {
      expect(await door.ask(domainId, 'org_1')).toBe(true);
      expect(given.calls).toEqual(['read', 'look for certain']);
      const run = temporal.client.workflow.getHandle(workflowId('verifyDomain', domainId));
      expect(await run.query('state')).toEqual({
        status: 'ACTIVE',
        summary: 'all is right',
        looks: 1,
      });
      expect(await door.ask(domainId, 'org_1')).toBe(true);
      expect(given.calls).toEqual(['read', 'look for certain', 'look for certain']);
      await run.terminate();
    });
    await door.close();
  });

  it('is not waited for where nobody works, or no server is there', async () => {
    const door = createDomainRunClient(temporal.options);
    const nowhere = createDomainRunClient({ ...temporal.options, address: '127.0.0.1:1' });
    const domainId = nameOf();
    expect(await door.ask(domainId, 'org_1')).toBe(false);
    await temporal.client.workflow.getHandle(workflowId('verifyDomain', domainId)).terminate();
    expect(await nowhere.ask(nameOf(), 'org_1')).toBe(false);
    await Promise.all([door.close(), nowhere.close()]);
  });

  it('is named after its domain', () => {
    expect(verifyDomainRun.input?.(['dom_1'], ['org_1'])).toEqual({ domainId: 'dom_1' });
  });
});
