import type { OwnRelay } from '../../src/resources/suppressions/report-trust.js';

/** Of a service that has no server of its own to send through. */
export const NO_RELAY: OwnRelay = { host: undefined, lookup: async () => [] };
