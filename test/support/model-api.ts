import type { Infrastructure } from '../../src/composition/infrastructure.js';
import { closeAll, makeCertificate, testEgress } from '../egress/fixture.js';
import { LOOPBACK } from '../outbound/fixture.js';
import { MODEL_KEY, startModelServer, type ModelServer } from './model-server.js';
import { startApi, type TestApi } from './start-api.js';

/** A model, and the way of a service to it. */
export interface TestModel {
  readonly server: ModelServer;
  /** Parts with which a service reaches it. */
  readonly parts: Pick<Infrastructure, 'egress'>;
  /** Sets it as that of an organization; all features are on. */
  configure(api: Pick<TestApi, 'call'>, key: string, more?: object): Promise<void>;
  close(): Promise<void>;
}

/** Starts a model. */
export async function startModel(): Promise<TestModel> {
  const certificate = await makeCertificate('localhost');
  const server = await startModelServer(certificate);
  const egress = testEgress({ allow: LOOPBACK, authorities: certificate.cert });
  return {
    server,
    parts: { egress },
    async configure(api, key, more = {}) {
      const body = { ...modelConfig(server), ...more };
      const answer = await api.call('PUT', '/v1/ai-config', { key, body });
      if (answer.status !== 200) throw new Error(`no model: ${JSON.stringify(answer.body)}`);
    },
    async close() {
      await server.close();
      await closeAll();
    },
  };
}

/** An API and a model that its organizations may use. */
export interface ModelApi extends TestModel {
  readonly api: TestApi;
}

/** Starts both. */
export async function startModelApi(): Promise<ModelApi> {
  const model = await startModel();
  const api = await startApi({ parts: model.parts });
  return {
    ...model,
    api,
    async close() {
      await api.close();
      await model.close();
    },
  };
}

/** A model with all features on. */
export const modelConfig = ({ url }: Pick<ModelServer, 'url'>) => ({
  provider: 'openai_compatible',
  base_url: url,
  model: 'test-model',
  api_key: MODEL_KEY,
  features: { ask: true, tasks: true },
});
