import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createTestDatabase, type TestDatabase } from '../support/database.js';

let test: TestDatabase;

beforeAll(async () => {
  test = await createTestDatabase();
});
afterAll(() => test.drop());

describe('the migrations', () => {
  it('make the columns that the entities name, of the same types', async () => {
    const { upQueries } = await test.database.source.driver.createSchemaBuilder().log();
    // Indexes and constraints are written by hand in the migrations; columns must agree.
    const columns = upQueries
      .map(({ query }) => query)
      .filter((query) => /ADD|DROP COLUMN|ALTER COLUMN|CREATE TABLE/.test(query))
      .filter((query) => !/CONSTRAINT/.test(query));
    expect(columns).toEqual([]);
  });
});
