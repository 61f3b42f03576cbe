import { operationWith } from '../../operations/operation.js';
import { operationsOn } from '../../operations/resource-operations.js';
import { fromWire } from '../../operations/wire.js';
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
  zoneFileQuery,
} from './schema.js';
import type { DomainService } from './service.js';
import type { DomainView } from './view.js';
import { zoneFile } from './zone-file.js';

interface DomainServices {
  readonly domains: DomainService;
}

const DOMAINS = '/v1/domains';
const DOMAIN = `${DOMAINS}/:id` as const;

const { operation, create, update, remove, act } = operationsOn<DomainServices>()({
  path: DOMAINS,
  access: 'domains:manage',
  item: domain,
  present: (view: DomainView) => presentDomain(view),
});

/** Domains of organizations: records, looks at them, keys, whose a name is. */
export const domainOperations = [
  /** What is to be published stands in the answer; who else has the domain does not. */
  create({
    name: 'addDomain',
    summary: 'Add a domain of your own; publish its dns_records, then verify it.',
    input: newDomain,
    // Making a key takes a while; the same domain is added once.
    inOneTransaction: false,
    run: ({ caller, services }, { domain: name }) => services.domains.add(caller, name),
  }),

  /** Newest first, with their records. */
  operation({
    name: 'listDomains',
    summary: 'List domains with their records, newest first.',
    input: domainQuery,
    output: domainPage,
    http: { method: 'GET', path: DOMAINS },
    async run({ caller, services }, { format, ...paging }) {
      const found = await services.domains.list(caller, paging);
      return { ...found, data: found.data.map((view) => presentDomain(view, format)) };
    },
  }),

  /** With a timeout it answers as soon as something changes. */
  operation({
    name: 'getDomain',
    summary: 'Get a domain; with a timeout, once something about it changed.',
    input: domainReading,
    output: domain,
    http: { method: 'GET', path: DOMAIN },
    waits: ({ timeout }) => timeout > 0,
    async run({ caller, services, signal }, { id, timeout: timeoutSeconds, format }) {
      const view = await services.domains.get(caller, id, { timeoutSeconds, signal });
      return presentDomain(view, format);
    },
  }),

  /** Answers within ten seconds, also where no resolver does. */
  act('verify', {
    name: 'verifyDomain',
    summary: 'Look now whether the records of a domain are published; at most once in 10 seconds.',
    input: domainPath,
    run: ({ caller, services }, { id }) => services.domains.verify(caller, id),
  }),

  /** Changes the fields that are given. */
  update({
    name: 'updateDomain',
    summary:
      'Change who is told of a domain, where unknown addresses go, and what may be below it.',
    input: domainChange,
    run: ({ caller, services }, { id, ...change }) =>
      services.domains.update(caller, id, fromWire(change)),
  }),

  /** 409 while it has inboxes. */
  remove({
    name: 'deleteDomain',
    summary: 'Delete a domain that has no inboxes.',
    input: domainPath,
    alsoAnswers: { 409: 'It has inboxes.' },
    run: ({ caller, services }, { id }) => services.domains.remove(caller, id),
  }),

  /** The key that signs now stays until the next one is published. */
  act('dkim/rotate', {
    name: 'rotateDkim',
    summary: 'Make a new DKIM key for a domain; it signs once its record, dkim_next, is published.',
    input: domainPath,
    run: ({ caller, services }, { id }) => services.domains.rotate(caller, id),
  }),

  /** RFC 1035, with absolute names. */
  operationWith<DomainServices>()({
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
  }),

  /** What each resolver said when it changed. */
  operation({
    name: 'listDomainChanges',
    summary:
      'List what changed of the records of a domain, and what each resolver said, newest first.',
    input: historyQuery,
    output: historyPage,
    http: { method: 'GET', path: `${DOMAIN}/history` },
    async run({ caller, services }, { id, ...paging }) {
      const found = await services.domains.history(caller, id, paging);
      return { ...found, data: found.data.map(presentChange) };
    },
  }),
];
