import { z } from 'zod';
import { deleted, deletion, operationWith } from '../../operations/operation.js';
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
  credentialPage,
  credentialPath,
  newCredential,
  presentCredential,
  storedCredential,
} from './schema.js';
import type { CredentialService } from './service.js';

const operation = operationWith<{ readonly credentials: CredentialService }>();

const CREDENTIALS = '/v1/credentials';
const CREDENTIAL = `${CREDENTIALS}/:id` as const;
const AUDIT = `${CREDENTIALS}/audit` as const;

/** Its value is sealed, and never seen again. */
export const storeCredential = operation({
  name: 'storeCredential',
  summary: 'Store a credential; its value is sealed and never returned.',
  access: 'vault:manage',
  input: newCredential,
  output: storedCredential,
  http: { method: 'POST', path: CREDENTIALS, status: 201 },
  bodyLimit: 256 * 1024,
  creates: true,
  tool: { name: 'store_credential' },
  async run({ caller, services }, input) {
    const stored = await services.credentials.store(caller, fromWire(input));
    const message = 'Stored. The value is sealed: it is used, and never shown.';
    return { ...presentCredential(stored), stored: true as const, message };
  },
});

/** Newest first, without values. */
export const listCredentials = operation({
  name: 'listCredentials',
  summary: 'List credentials, without their values, newest first.',
  access: 'vault:use',
  input: credentialListQuery,
  output: credentialPage,
  http: { method: 'GET', path: CREDENTIALS },
  tool: { name: 'list_credentials' },
  async run({ caller, services }, input) {
    const found = await services.credentials.list(caller, fromWire(input));
    return { ...found, data: found.data.map(presentCredential) };
  },
});

/** Newest first. */
export const listCredentialAudit = operation({
  name: 'listCredentialAudit',
  summary: 'List what was done with credentials, and what was refused, newest first.',
  access: 'vault:manage',
  input: auditQuery,
  output: auditPage,
  http: { method: 'GET', path: AUDIT },
  async run({ caller, services }, { credential_id: credentialId, ...paging }) {
    const found = await services.credentials.log(caller, credentialId, paging);
    return { ...found, data: found.data.map(presentEntry) };
  },
});

/** To be kept elsewhere: who has it sees whether the log was cut. */
export const getCredentialAuditHead = operation({
  name: 'getCredentialAuditHead',
  summary: 'Get the number and the hash of the last entry of the audit log, to keep elsewhere.',
  access: 'vault:manage',
  input: z.object({}),
  output: auditHead,
  http: { method: 'GET', path: `${AUDIT}/head` },
  async run({ caller, services }) {
    return presentHead(await services.credentials.head(caller));
  },
});

/** Reads all of it. */
export const verifyCredentialAudit = operation({
  name: 'verifyCredentialAudit',
  summary: 'Check the whole audit log; names the first entry changed, missing, moved or cut off.',
  access: 'vault:manage',
  input: auditCheck,
  output: auditVerdict,
  http: { method: 'GET', path: `${AUDIT}/verify` },
  async run({ caller, services }, { head }) {
    const known = head === undefined ? null : readHead(head);
    const { head: last, ...verdict } = await services.credentials.verify(caller, known);
    return { ...verdict, head: presentHead(last) };
  },
});

/** One, without its value. */
export const getCredential = operation({
  name: 'getCredential',
  summary: 'Get a credential, without its value.',
  access: 'vault:use',
  input: credentialPath,
  output: credential,
  http: { method: 'GET', path: CREDENTIAL },
  async run({ caller, services }, place) {
    return presentCredential(await services.credentials.get(caller, place));
  },
});

/** What is left out stays. */
export const updateCredential = operation({
  name: 'updateCredential',
  summary: 'Change a credential.',
  access: 'vault:manage',
  input: credentialChange,
  output: credential,
  http: { method: 'PATCH', path: CREDENTIAL },
  bodyLimit: 256 * 1024,
  async run({ caller, services }, { id, namespace, ...change }) {
    const place = { id, namespace };
    return presentCredential(await services.credentials.change(caller, place, fromWire(change)));
  },
});

/** For good; what was done with it stays in the log. */
export const deleteCredential = operation({
  name: 'deleteCredential',
  summary: 'Delete a credential for good.',
  access: 'vault:manage',
  input: credentialPath,
  output: deletion,
  http: { method: 'DELETE', path: CREDENTIAL },
  tool: { name: 'delete_credential' },
  async run({ caller, services }, place) {
    await services.credentials.remove(caller, place);
    return deleted(place.id);
  },
});

// Only fields of the schema are answered: the MAC is none.
const presentEntry = ({ hash, ...entry }: SealedEntry) => ({
  ...entry,
  hash: hash.toString('hex'),
});

const presentHead = ({ seq, hash }: ChainPlace) => ({ seq, hash: hash.toString('hex') });

/** Secrets that agents use and never see. */
export const credentialOperations = [
  storeCredential,
  listCredentials,
  listCredentialAudit,
  getCredentialAuditHead,
  verifyCredentialAudit,
  getCredential,
  updateCredential,
  deleteCredential,
];
