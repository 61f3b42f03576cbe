import { operationsOn } from '../../operations/resource-operations.js';
import { anyPage, byId } from '../../operations/shapes.js';
import { fromWire } from '../../operations/wire.js';
import {
  configChange,
  newConfig,
  presentConfig,
  smtpConfig,
  testOrder,
  testResult,
} from './schema.js';
import type { SmtpConfigService } from './service.js';

const CONFIGS = '/v1/smtp-configs';
const CONFIG = `${CONFIGS}/:id` as const;

const { operation, create, list, get, update, remove } = operationsOn<{
  readonly smtpConfigs: SmtpConfigService;
}>()({
  path: CONFIGS,
  access: 'smtp:manage',
  item: smtpConfig,
  present: presentConfig,
});

/** Through whom an organization sends. */
export const smtpConfigOperations = [
  /** The secret is sealed before it is stored. */
  create({
    name: 'createSmtpConfig',
    summary: 'Add a provider to send through: SMTP, SES, SENDGRID, POSTMARK or RESEND.',
    input: newConfig,
    async run({ caller, services }, input) {
      const config = fromWire({ ...input, name: input.name ?? input.provider });
      return services.smtpConfigs.create(caller, config);
    },
  }),

  /** Newest first. */
  list({
    name: 'listSmtpConfigs',
    summary: 'List the providers an organization sends through, newest first, with masked secrets.',
    input: anyPage,
    run: ({ caller, services }, paging) => services.smtpConfigs.list(caller, paging),
  }),

  /** One configuration. */
  get({
    name: 'getSmtpConfig',
    summary: 'Get an SMTP config, with masked secrets.',
    input: byId,
    run: ({ caller, services }, { id }) => services.smtpConfigs.get(caller, id),
  }),

  /** Changes the fields that are given. */
  update({
    name: 'updateSmtpConfig',
    summary: 'Change an SMTP config; a change of provider needs the secret anew.',
    input: configChange,
    run: ({ caller, services }, { id, ...change }) =>
      services.smtpConfigs.update(caller, id, fromWire(change)),
  }),

  /** When it was the default, there is none until another one is. */
  remove({
    name: 'deleteSmtpConfig',
    summary: 'Delete an SMTP config.',
    input: byId,
    run: ({ caller, services }, { id }) => services.smtpConfigs.remove(caller, id),
  }),

  /** Answers 200 also when the provider refuses. */
  operation({
    name: 'testSmtpConfig',
    summary: 'Send a small mail through an SMTP config now and tell what the provider answered.',
    input: testOrder,
    output: testResult,
    http: { method: 'POST', path: `${CONFIG}/test` },
    creates: true,
    inOneTransaction: false,
    tool: { openWorld: true },
    run: ({ caller, services }, { id, to }) => services.smtpConfigs.test(caller, id, to),
  }),

  /** There is one default at most. */
  operation({
    name: 'setDefaultSmtpConfig',
    summary: 'Make an SMTP config the default, in place of the one before.',
    input: byId,
    output: smtpConfig,
    http: { method: 'PATCH', path: `${CONFIG}/default` },
    run: async ({ caller, services }, { id }) =>
      presentConfig(await services.smtpConfigs.makeDefault(caller, id)),
  }),
];
