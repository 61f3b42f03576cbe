import { closeAll, makeCertificate, testEgress } from '../egress/fixture.js';
import { LOOPBACK } from '../outbound/fixture.js';
import { MODEL_KEY, startModelServer, type ModelServer } from './model-server.js';
import { startApi, type ApiOptions, type TestApi } from './start-api.js';

/** An API and a model that its organizations may use. */
export interface ModelApi {
  readonly api: TestApi;
  readonly server: ModelServer;
  /** Sets the model of an organization; all features are on. */
  configure(key: string, more?: object): Promise<void>;
  close(): Promise<void>;
}

/** Starts both. */
export async function startModelApi({ parts, ...options }: ApiOptions = {}): Promise<ModelApi> {
  const certificate = await makeCertificate('localhost');
  const server = await startModelServer(certificate);
  const egress = testEgress({ allow: LOOPBACK, authorities: certificate.cert });
  const api = await startApi({
    ...options,
    parts: async (test) => ({
      egress,
      ...(typeof parts === 'function' ? await parts(test) : parts),
    }),
  });
  return {
    api,
    server,
    async configure(key, more = {}) {
      const { status, body } = await api.call('PUT', '/v1/ai-config', {
        key,
        body: { ...modelConfig(server), ...more },
      });
      if (status !== 200) throw new Error(`no model was set: ${JSON.stringify(body)}`);
    },
    async close() {
      await api.close();
      await server.close();
      await closeAll();
    },
  };
}

/** A model with all features on. */
export const modelConfig = ({ url }: Pick<ModelServer, 'url'>) => ({
  provider: 'openai_compatible',
  base_url: url,
  model: 'test-model',
  api_key: MODEL_KEY,
  features: { summary: true, category: true, ask: true, tasks: true },
});
