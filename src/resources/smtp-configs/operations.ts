import { z } from 'zod';
import { deleted, deletion, operationWith } from '../../operations/operation.js';
import { page, paging } from '../../operations/shapes.js';
import { fromWire } from '../../operations/wire.js';
import {
  configChange,
  configPath,
  newConfig,
  presentConfig,
  smtpConfig,
  testOrder,
  testResult,
} from './schema.js';
import type { SmtpConfigService } from './service.js';

const operation = operationWith<{ readonly smtpConfigs: SmtpConfigService }>();

const CONFIGS = '/v1/smtp-configs';
const CONFIG = `${CONFIGS}/:id` as const;

/** The secret is sealed before it is stored. */
export const createSmtpConfig = operation({
  name: 'createSmtpConfig',
  summary: 'Add a provider to send through: SMTP, SES, SENDGRID, POSTMARK or RESEND.',
  access: 'smtp:manage',
  input: newConfig,
  output: smtpConfig,
  http: { method: 'POST', path: CONFIGS, status: 201 },
  creates: true,
  tool: { name: 'create_smtp_config' },
  async run({ caller, services }, input) {
    const config = fromWire({ ...input, name: input.name ?? input.provider });
    return presentConfig(await services.smtpConfigs.create(caller, config));
  },
});

/** Newest first. */
export const listSmtpConfigs = operation({
  name: 'listSmtpConfigs',
  summary: 'List the providers an organization sends through, newest first, with masked secrets.',
  access: 'smtp:manage',
  input: z.object(paging),
  output: page(smtpConfig),
  http: { method: 'GET', path: CONFIGS },
  tool: { name: 'list_smtp_configs', readOnly: true },
  async run({ caller, services }, paging) {
    const found = await services.smtpConfigs.list(caller, paging);
    return { ...found, data: found.data.map(presentConfig) };
  },
});

/** One configuration. */
export const getSmtpConfig = operation({
  name: 'getSmtpConfig',
  summary: 'Get an SMTP config, with masked secrets.',
  access: 'smtp:manage',
  input: configPath,
  output: smtpConfig,
  http: { method: 'GET', path: CONFIG },
  async run({ caller, services }, { id }) {
    return presentConfig(await services.smtpConfigs.get(caller, id));
  },
});

/** Changes the fields that are given. */
export const updateSmtpConfig = operation({
  name: 'updateSmtpConfig',
  summary: 'Change an SMTP config; a change of provider needs the secret anew.',
  access: 'smtp:manage',
  input: configChange,
  output: smtpConfig,
  http: { method: 'PATCH', path: CONFIG },
  async run({ caller, services }, { id, ...change }) {
    return presentConfig(await services.smtpConfigs.update(caller, id, fromWire(change)));
  },
});

/** When it was the default, there is none until another one is. */
export const deleteSmtpConfig = operation({
  name: 'deleteSmtpConfig',
  summary: 'Delete an SMTP config.',
  access: 'smtp:manage',
  input: configPath,
  output: deletion,
  http: { method: 'DELETE', path: CONFIG },
  tool: { name: 'delete_smtp_config', destructive: true },
  async run({ caller, services }, { id }) {
    await services.smtpConfigs.remove(caller, id);
    return deleted(id);
  },
});

/** Answers 200 also when the provider refuses. */
export const testSmtpConfig = operation({
  name: 'testSmtpConfig',
  summary: 'Send a small mail through an SMTP config now and tell what the provider answered.',
  access: 'smtp:manage',
  input: testOrder,
  output: testResult,
  http: { method: 'POST', path: `${CONFIG}/test` },
  creates: true,
  inOneTransaction: false,
  tool: { name: 'test_smtp_config', openWorld: true },
  async run({ caller, services }, { id, to }) {
    return services.smtpConfigs.test(caller, id, to);
  },
});

/** There is one default at most. */
export const setDefaultSmtpConfig = operation({
  name: 'setDefaultSmtpConfig',
  summary: 'Make an SMTP config the default, in place of the one before.',
  access: 'smtp:manage',
  input: configPath,
  output: smtpConfig,
  http: { method: 'PATCH', path: `${CONFIG}/default` },
  tool: { name: 'set_default_smtp_config' },
  async run({ caller, services }, { id }) {
    return presentConfig(await services.smtpConfigs.makeDefault(caller, id));
  },
});

/** Through whom an organization sends. */
export const smtpConfigOperations = [
  createSmtpConfig,
  listSmtpConfigs,
  getSmtpConfig,
  updateSmtpConfig,
  deleteSmtpConfig,
  testSmtpConfig,
  setDefaultSmtpConfig,
];
