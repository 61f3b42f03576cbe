import { goesWith, olderThan, type Table } from '../../store/tables.js';

// A grant nobody holds a token of any more. Its first token takes until the code was exchanged.
const ABANDONED = `${olderThan('created_at', '1 hour')} AND NOT EXISTS (
  SELECT FROM oauth_tokens WHERE grant_id = oauth_grants.id AND expires_at > now())`;

/** Tables of OAuth. */
export const oauthTables: readonly Table[] = [
  {
    table: 'oauth_refreshes',
    holds: 'answers to refreshes for those who ask again at once, sealed',
    columns: { org_id: goesWith('orgs') },
    keptFor: { outdated: olderThan('created_at', '1 minute') },
  },
  {
    table: 'oauth_tokens',
    holds: 'tokens and codes as hashes; used ones until they would have expired',
    columns: {},
    keptFor: { outdated: olderThan('expires_at', '1 hour') },
  },
  {
    table: 'oauth_grants',
    ids: ['grant'],
    holds: 'what was granted to which program, and by which key; gone with the key',
    columns: { org_id: goesWith('orgs') },
    keptFor: { outdated: `expires_at < now() OR (${ABANDONED})` },
  },
  {
    table: 'oauth_clients',
    ids: ['client'],
    holds: 'registered programs; those that were used are kept, as programs show old ids',
    columns: { org_id: goesWith('orgs') },
    keptFor: { outdated: `used_at IS NULL AND ${olderThan('created_at', '90 days')}` },
  },
  {
    table: 'oauth_documents',
    holds: 'metadata that programs keep at an address, for while it cannot be fetched',
    columns: {},
    keptFor: {
      outdated: `${olderThan('fetched_at', '1 day')} AND NOT EXISTS (
        SELECT FROM oauth_grants WHERE client_id = oauth_documents.url)`,
    },
  },
  {
    table: 'oauth_interactions',
    holds: 'sign-ins under way',
    columns: {},
    keptFor: { outdated: 'expires_at < now()' },
  },
];
