import type { BoundKeyFacts, Fields, ResourceFacts } from '../resource-facts.js';

const STORED = { service: 'example.com', identifier: 'ada', value: 'hunter2' };
const credentialOnly = (more: Fields = {}): BoundKeyFacts => ({
  refused: ({ credential }) => [{ id: credential, ...more }],
});

export const facts: ResourceFacts = {
  boundKeys: {
    storeCredential: { refused: ({ inbox }) => [{ ...STORED, inbox_id: inbox }, STORED] },
    listCredentials: { filtered: {} },
    getCredential: credentialOnly(),
    updateCredential: credentialOnly({ label: 'mine' }),
    deleteCredential: credentialOnly(),
    useCredential: {
      refused: ({ credential, browserSession }) => [
        { credential_id: credential, session_id: browserSession },
      ],
    },
    listCredentialAudit: { refused: () => [{}] },
    getCredentialAuditHead: { refused: () => [{}] },
    verifyCredentialAudit: { refused: () => [{}] },
  },
  given: {
    storeCredential: STORED,
    listCredentialAudit: { credential_id: 'cred_0' },
    useCredential: { credential_id: 'cred_0', session_id: 'brs_0' },
  },
  refusedExamples: { useCredential: 404 },
};
