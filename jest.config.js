/** Two projects' worth of rules in one: ES modules, swc, one Postgres and one Temporal for the whole run. */
export default {
  testEnvironment: 'node',
  testSequencer: '<rootDir>/test/support/sequencer.cjs',
  roots: ['<rootDir>/test'],
  testMatch: ['**/*.test.ts'],
  extensionsToTreatAsEsm: ['.ts'],
  resolver: '<rootDir>/test/support/jest-resolver.cjs',
  moduleNameMapper: { '^(\\.{1,2}/.*)\\.js$': '$1' },
  transform: { '\\.ts$': '@swc/jest' },
  setupFilesAfterEnv: ['<rootDir>/test/support/bytes.ts'],
  globalSetup: '<rootDir>/test/support/global-setup.ts',
  globalTeardown: '<rootDir>/test/support/global-teardown.ts',
  maxWorkers: 2,
  randomize: true,
  // A guard against what never ends, not a measure: machines are slow at times.
  testTimeout: 180_000,
  workerIdleMemoryLimit: '1200MB',
};
