import { describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import { EVENT_KINDS } from '../../../src/store/events/kinds.js';
import { describedKinds } from '../../../src/resources/webhooks/event-catalogue.js';

const kinds = describedKinds();

describe('the catalogue of events', () => {
  it('has every kind once, in order', () => {
    expect(kinds.map(({ event }) => event)).toEqual(EVENT_KINDS);
  });

  it('is made once', () => {
    expect(describedKinds()).toBe(kinds);
  });

  it.each(kinds.map((kind) => [kind.event, kind] as const))(
    '%s has an example that is a whole body and fits its schema',
    (event, { example, schema, description }) => {
      expect(description).toMatch(/\.$/);
      expect(example).toMatchObject({
        id: expect.stringMatching(/^evt_/),
        event,
        timestamp: '2026-01-31T12:00:00.250Z',
      });
      expect(schema).toMatchObject({
        $schema: 'https://json-schema.org/draft/2020-12/schema',
        type: 'object',
        required: ['id', 'event', 'timestamp', 'data'],
      });
      const parsed = z.fromJSONSchema(schema).safeParse(example);
      expect(parsed.error).toBeUndefined();
    },
  );

  it.each(kinds.map((kind) => [kind.event, kind] as const))(
    'the schema of %s refuses a body of another kind and lets new fields be',
    (_event, { example, schema }) => {
      const body = example as object;
      expect(z.fromJSONSchema(schema).safeParse({ ...body, event: 'other' }).success).toBe(false);
      expect(JSON.stringify(schema)).not.toContain('additionalProperties');
    },
  );
});
