import { z } from 'zod';
import { operationWith } from '../../operations/operation.js';
import {
  createdOrg,
  currentOrg,
  newOrg,
  orgChange,
  presentCreatedOrg,
  presentOrg,
} from './schema.js';
import type { OrgService } from './service.js';

const operation = operationWith<{ readonly orgs: OrgService }>();

const ME = '/v1/orgs/me';

/** Organizations and their settings. */
export const orgOperations = [
  operation({
    name: 'createOrg',
    summary: 'Sign up: create an organization and get its first API key.',
    access: 'public',
    input: newOrg,
    output: createdOrg,
    http: { method: 'POST', path: '/v1/orgs', status: 201 },
    alsoAnswers: { 403: 'Sign-up is closed: the operator makes organizations.' },
    run: async ({ caller, services }, input) =>
      presentCreatedOrg(await services.orgs.signUp(caller.address, input)),
  }),

  operation({
    name: 'getOrganization',
    summary: 'Get the organization of the key with the number of its inboxes, domains and keys.',
    access: 'any-key',
    input: z.object({}),
    output: currentOrg,
    http: { method: 'GET', path: ME },
    run: async ({ caller, services }) => presentOrg(await services.orgs.get(caller.orgId)),
  }),

  operation({
    name: 'updateOrganization',
    summary: 'Change the name or the settings of the organization.',
    access: 'org:manage',
    input: orgChange,
    output: currentOrg,
    http: { method: 'PATCH', path: ME },
    run: async ({ caller, services }, change) =>
      presentOrg(await services.orgs.update(caller, change)),
  }),
];
