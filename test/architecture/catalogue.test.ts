import { describe, expect, it } from '@jest/globals';
import { catalogue } from '../../src/catalogue.js';
import { routesOf } from '../../src/operations/fields.js';

const routes = catalogue.flatMap((operation) =>
  routesOf(operation).map((route) => ({ operation, route, at: `${route.method} ${route.path}` })),
);

describe('the catalogue', () => {
  it.each([
    ['operation names', catalogue.map(({ name }) => name)],
    ['routes', routes.map(({ at }) => at.replace(/:\w+/g, ':'))],
  ])('has no two equal %s', (_what, names) => {
    expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
  });

  it.each(catalogue.map((operation) => [operation.name, operation] as const))(
    '%s says what it does in one sentence',
    (name, { summary, tool }) => {
      expect(summary).toMatch(/^[A-Z].+[.]$/);
      expect(name).toMatch(/^[a-z]+[A-Z]?\w*$/);
      if (tool?.name) expect(tool.name).toMatch(/^[a-z]+(_[a-z]+)+$/);
    },
  );

  it.each(routes.map(({ at, route, operation }) => [at, route, operation] as const))(
    '%s has a field for each path parameter',
    (_at, { path }, { input }) => {
      const parameters = [...path.matchAll(/:(\w+)/g)].map(([, name]) => name!);
      expect(Object.keys(input.shape)).toEqual(expect.arrayContaining(parameters));
    },
  );

  it('takes an Idempotency-Key on every POST that creates, but for sign-up and the mail server', () => {
    const creating = routes.filter(
      ({ route, operation }) =>
        route.method === 'POST' && route.status === 201 && operation.access !== 'public',
    );
    expect(creating.filter(({ operation }) => !operation.creates).map(({ at }) => at)).toEqual([]);
  });
});
