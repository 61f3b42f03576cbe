import { z } from 'zod';
import type { FieldPlaces } from '../../browser/fill.js';
import { operationsOn } from '../../operations/resource-operations.js';
import { LOST_SESSION } from '../../operations/shapes.js';
import { fromWire } from '../../operations/wire.js';
import type { ChainPlace, SealedEntry } from '../../vault/audit-chain.js';
import { readHead } from './audit.js';
import {
  auditCheck,
  auditHead,
  auditPage,
  auditQuery,
  auditVerdict,
  credential,
  credentialChange,
  credentialListQuery,
  credentialPath,
  credentialUse,
  credentialUsed,
  newCredential,
  presentCredential,
  storedCredential,
} from './schema.js';
import type { CredentialService } from './service.js';
import type { CredentialUses } from './using.js';

const CREDENTIALS = '/v1/credentials';
const AUDIT = `${CREDENTIALS}/audit` as const;

const { operation, list, get, update, remove } = operationsOn<{
  readonly credentials: CredentialService;
  readonly credentialUses: CredentialUses;
}>()({
  path: CREDENTIALS,
  access: 'vault:manage',
  reading: 'vault:use',
  item: credential,
  present: presentCredential,
});

/** Secrets that agents use and never see. */
export const credentialOperations = [
  /** Its value is sealed, and never seen again. */
  operation({
    name: 'storeCredential',
    summary: 'Store a credential; its value is sealed and never returned.',
    input: newCredential,
    output: storedCredential,
    http: { method: 'POST', path: CREDENTIALS, status: 201 },
    bodyLimit: 256 * 1024,
    creates: true,
    async run({ caller, services }, input) {
      const stored = await services.credentials.store(caller, fromWire(input));
      const message = 'Stored. The value is sealed: it is used, and never shown.';
      return { ...presentCredential(stored), stored: true as const, message };
    },
  }),

  /** Newest first, without values. */
  list({
    name: 'listCredentials',
    summary: 'List credentials, without their values, newest first.',
    input: credentialListQuery,
    run: ({ caller, services }, input) => services.credentials.list(caller, fromWire(input)),
  }),

  /** It is never answered: the process of the browser fills it in, where it belongs. */
  operation({
    name: 'useCredential',
    summary: 'Fill a credential into the page of a browser session, where it belongs.',
    access: 'vault:use',
    input: credentialUse,
    output: credentialUsed,
    http: { method: 'POST', path: `${CREDENTIALS}/use` },
    alsoAnswers: LOST_SESSION,
    waits: () => true,
    tool: {
      name: 'use_credential_in_browser',
      details: 'It is typed only into pages of its own site; nobody sees it.',
      openWorld: true,
    },
    async run({ caller, services, signal }, input) {
      const { credential_id: id, session_id: sessionId, namespace, fields } = input;
      const request = { credential: { id, namespace }, sessionId, fields: placesOf(fields) };
      const { auditId, seq, hash, origin, filled } = await services.credentialUses.use(
        caller,
        request,
        signal,
      );
      return {
        ...{ used: true as const, session_id: sessionId, audit_id: auditId, seq, hash, origin },
        filled: [...filled],
      };
    },
  }),

  /** Newest first. */
  operation({
    name: 'listCredentialAudit',
    summary: 'List what was done with credentials, and what was refused, newest first.',
    input: auditQuery,
    output: auditPage,
    http: { method: 'GET', path: AUDIT },
    async run({ caller, services }, { credential_id: credentialId, ...paging }) {
      const found = await services.credentials.log(caller, credentialId, paging);
      return { ...found, data: found.data.map(presentEntry) };
    },
  }),

  /** To be kept elsewhere: who has it sees whether the log was cut. */
  operation({
    name: 'getCredentialAuditHead',
    summary: 'Get the number and the hash of the last entry of the audit log, to keep elsewhere.',
    input: z.object({}),
    output: auditHead,
    http: { method: 'GET', path: `${AUDIT}/head` },
    run: async ({ caller, services }) => presentHead(await services.credentials.head(caller)),
  }),

  /** Reads all of it. */
  operation({
    name: 'verifyCredentialAudit',
    summary: 'Check the whole audit log; names the first entry changed, missing, moved or cut off.',
    input: auditCheck,
    output: auditVerdict,
    http: { method: 'GET', path: `${AUDIT}/verify` },
    // For its turn.
    waits: () => true,
    async run({ caller, services }, { head }) {
      const known = head === undefined ? null : readHead(head);
      const { head: last, ...verdict } = await services.credentials.verify(caller, known);
      return { ...verdict, head: presentHead(last) };
    },
  }),

  /** One, without its value. */
  get({
    name: 'getCredential',
    summary: 'Get a credential, without its value.',
    input: credentialPath,
    run: ({ caller, services }, place) => services.credentials.get(caller, place),
  }),

  /** What is left out stays. */
  update({
    name: 'updateCredential',
    summary: 'Change a credential.',
    input: credentialChange,
    bodyLimit: 256 * 1024,
    run: ({ caller, services }, { id, namespace, ...change }) =>
      services.credentials.change(caller, { id, namespace }, fromWire(change)),
  }),

  /** For good; what was done with it stays in the log. */
  remove({
    name: 'deleteCredential',
    summary: 'Delete a credential for good.',
    input: credentialPath,
    run: ({ caller, services }, place) => services.credentials.remove(caller, place),
  }),
];

// Only fields of the schema are answered: the MAC is none.
const presentEntry = ({ hash, ...entry }: SealedEntry) => ({
  ...entry,
  hash: hash.toString('hex'),
});

const presentHead = ({ seq, hash }: ChainPlace) => ({ seq, hash: hash.toString('hex') });

/** What was not given is left out. */
const placesOf = (fields: z.output<typeof credentialUse>['fields']): FieldPlaces | null =>
  fields === undefined ? null : fromWire(fields);
