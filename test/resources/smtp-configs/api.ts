import type { Infrastructure } from '../../../src/composition/infrastructure.js';
import type {
  OutgoingMail,
  ProviderSettings,
  SendOutcome,
} from '../../../src/outbound/provider.js';
import { apiKeyOperations } from '../../../src/resources/api-keys/operations.js';
import { smtpConfigOperations } from '../../../src/resources/smtp-configs/operations.js';
import { outboundTo, TAKEN } from '../../support/services.js';
import { startApi, type Reply, type TestApi } from '../../support/start-api.js';

export { TAKEN };

/** The REST interface of SMTP configs; nothing leaves, every provider answers what `answer` says. */
export interface SmtpConfigApi extends TestApi {
  /** What was handed over. */
  readonly sent: { readonly settings: ProviderSettings; readonly mail: OutgoingMail }[];
  answer: SendOutcome | Promise<SendOutcome>;
}

/** What hands mail to providers, and what it may connect to. */
export type Way = Pick<Infrastructure, 'egress' | 'outbound'>;

/** With a `way` mail leaves by that. */
export async function startSmtpConfigApi(beside?: TestApi, way?: Way): Promise<SmtpConfigApi> {
  const sent: SmtpConfigApi['sent'] = [];
  const api = await startApi({
    ...(beside && { beside }),
    parts: {
      outbound: {
        ...outboundTo(async () => TAKEN),
        send: async (settings, mail) => {
          sent.push({ settings, mail });
          return all.answer;
        },
      },
      ...way,
    },
    config: { catalogue: [...smtpConfigOperations, ...apiKeyOperations] },
  });
  const all: SmtpConfigApi = { ...api, sent, answer: TAKEN };
  return all;
}

const CONFIGS = '/v1/smtp-configs';

/** A complete configuration of each provider. */
export const COMPLETE = {
  SMTP: { provider: 'SMTP', host: 'mail.example.com', username: 'me', password: 'smtp-secret' },
  SES: { provider: 'SES', region: 'eu-west-1', username: 'AKIA1', password: 'ses-secret' },
  SENDGRID: { provider: 'SENDGRID', api_key: 'sendgrid-secret' },
  POSTMARK: { provider: 'POSTMARK', api_key: 'postmark-secret' },
  RESEND: { provider: 'RESEND', api_key: 'resend-secret' },
} as const;

/** What a test does with the configurations of one organization. */
export async function createClient(api: TestApi) {
  const { orgId, key } = await api.createOrg();
  const at = (id: string) => `${CONFIGS}/${id}`;
  const post = (body: unknown, by = key) => api.call('POST', CONFIGS, { key: by, body });
  return {
    orgId,
    key,
    post,
    /** The id of a new one. */
    async make(body: object = {}): Promise<string> {
      const reply = await post({ ...COMPLETE.SMTP, ...body });
      if (reply.status !== 201) throw new Error(`answered ${reply.status}: ${reply.body.error}`);
      return reply.body.id as string;
    },
    get: (id: string, by = key) => api.call('GET', at(id), { key: by }),
    list: (query = '', by = key) => api.call('GET', `${CONFIGS}${query}`, { key: by }),
    patch: (id: string, body: unknown, by = key) => api.call('PATCH', at(id), { key: by, body }),
    remove: (id: string, by = key) => api.call('DELETE', at(id), { key: by }),
    makeDefault: (id: string, by = key): Promise<Reply> =>
      api.call('PATCH', `${at(id)}/default`, { key: by }),
    test: (id: string, body: unknown, by = key) =>
      api.call('POST', `${at(id)}/test`, { key: by, body }),
    /** Ids of the defaults, as a list shows them. */
    async defaults(): Promise<string[]> {
      const { body } = await api.call('GET', `${CONFIGS}?limit=100`, { key });
      const rows = body.data as { id: string; is_default: boolean }[];
      return rows.filter((row) => row.is_default).map(({ id }) => id);
    },
  };
}

export type SmtpConfigClient = Awaited<ReturnType<typeof createClient>>;
