import { deleted, deletion, operationWith } from '../../operations/operation.js';
import {
  domain,
  domainChange,
  domainPage,
  domainPath,
  domainQuery,
  domainReading,
  historyPage,
  historyQuery,
  newDomain,
  presentChange,
  presentDomain,
  toDomainChange,
  zoneFileQuery,
} from './schema.js';
import type { DomainService } from './service.js';
import { zoneFile } from './zone-file.js';

const operation = operationWith<{ readonly domains: DomainService }>();

const DOMAINS = '/v1/domains';
const DOMAIN = `${DOMAINS}/:id` as const;

/** What is to be published stands in the answer; who else has the domain does not. */
export const addDomain = operation({
  name: 'addDomain',
  summary: 'Add a domain of your own; publish its dns_records, then verify it.',
  access: 'domains:manage',
  input: newDomain,
  output: domain,
  http: { method: 'POST', path: DOMAINS, status: 201 },
  creates: true,
  // Making a key takes a while; the same domain is added once.
  inOneTransaction: false,
  tool: { name: 'add_domain' },
  async run({ caller, services }, { domain: name }) {
    return presentDomain(await services.domains.add(caller, name));
  },
});

/** Newest first, with their records. */
export const listDomains = operation({
  name: 'listDomains',
  summary: 'List domains with their records, newest first.',
  access: 'domains:manage',
  input: domainQuery,
  output: domainPage,
  http: { method: 'GET', path: DOMAINS },
  tool: { name: 'list_domains', readOnly: true },
  async run({ caller, services }, { format, ...paging }) {
    const found = await services.domains.list(caller, paging);
    return { ...found, data: found.data.map((view) => presentDomain(view, format)) };
  },
});

/** With a timeout it answers as soon as something changes. */
export const getDomain = operation({
  name: 'getDomain',
  summary: 'Get a domain; with a timeout, once something about it changed.',
  access: 'domains:manage',
  input: domainReading,
  output: domain,
  http: { method: 'GET', path: DOMAIN },
  waits: ({ timeout }) => timeout > 0,
  async run({ caller, services, signal }, { id, timeout: timeoutSeconds, format }) {
    const view = await services.domains.get(caller, id, { timeoutSeconds, signal });
    return presentDomain(view, format);
  },
});

/** Answers within ten seconds, also where no resolver does. */
export const verifyDomain = operation({
  name: 'verifyDomain',
  summary: 'Look now whether the records of a domain are published; at most once in 10 seconds.',
  access: 'domains:manage',
  input: domainPath,
  output: domain,
  http: { method: 'POST', path: `${DOMAIN}/verify` },
  tool: { name: 'verify_domain' },
  async run({ caller, services }, { id }) {
    return presentDomain(await services.domains.verify(caller, id));
  },
});

/** Changes the fields that are given. */
export const updateDomain = operation({
  name: 'updateDomain',
  summary: 'Change who is told of a domain, where unknown addresses go, and what may be below it.',
  access: 'domains:manage',
  input: domainChange,
  output: domain,
  http: { method: 'PATCH', path: DOMAIN },
  async run({ caller, services }, input) {
    return presentDomain(await services.domains.update(caller, input.id, toDomainChange(input)));
  },
});

/** 409 while it has inboxes. */
export const deleteDomain = operation({
  name: 'deleteDomain',
  summary: 'Delete a domain that has no inboxes.',
  access: 'domains:manage',
  input: domainPath,
  output: deletion,
  http: { method: 'DELETE', path: DOMAIN },
  tool: { name: 'delete_domain', destructive: true },
  async run({ caller, services }, { id }) {
    await services.domains.remove(caller, id);
    return deleted(id);
  },
});

/** The key that signs now stays until the next one is published. */
export const rotateDkim = operation({
  name: 'rotateDkim',
  summary: 'Make a new DKIM key for a domain; it signs once its record, dkim_next, is published.',
  access: 'domains:manage',
  input: domainPath,
  output: domain,
  http: { method: 'POST', path: `${DOMAIN}/dkim/rotate` },
  async run({ caller, services }, { id }) {
    return presentDomain(await services.domains.rotate(caller, id));
  },
});

/** RFC 1035, with absolute names. */
export const getZoneFile = operation({
  name: 'getZoneFile',
  summary: 'Get the records of a domain as a zone file, which most DNS hosts import.',
  access: 'domains:manage',
  input: zoneFileQuery,
  answers: 'bytes',
  http: { method: 'GET', path: `${DOMAIN}/zone-file` },
  async run({ caller, services }, { id }) {
    const view = await services.domains.get(caller, id);
    const body = Buffer.from(zoneFile(view));
    return { type: 'text/dns', body, filename: `${view.domain.domain}.zone` };
  },
});

/** What each resolver said when it changed. */
export const listDomainChanges = operation({
  name: 'listDomainChanges',
  summary:
    'List what changed of the records of a domain, and what each resolver said, newest first.',
  access: 'domains:manage',
  input: historyQuery,
  output: historyPage,
  http: { method: 'GET', path: `${DOMAIN}/history` },
  async run({ caller, services }, { id, ...paging }) {
    const found = await services.domains.history(caller, id, paging);
    return { ...found, data: found.data.map(presentChange) };
  },
});

/** Domains of organizations: records, looks at them, keys, whose a name is. */
export const domainOperations = [
  addDomain,
  listDomains,
  getDomain,
  verifyDomain,
  updateDomain,
  deleteDomain,
  rotateDkim,
  getZoneFile,
  listDomainChanges,
];
