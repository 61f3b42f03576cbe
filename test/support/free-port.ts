import { freePort } from '../../src/embedded/free-port.js';

export { freePort };
