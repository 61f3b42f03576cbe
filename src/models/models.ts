import type { Queries } from '../db/queries.js';
import type { Vault } from '../vault/vault.js';
import type * as Calls from './call.js';
import type { ModelFetch } from './call.js';
import { readJsonAnswer } from './json-answer.js';
import { mostTokens, type JsonSchema, type ModelAnswer, type ModelRequest } from './messages.js';
import { ModelError } from './model-error.js';
import { readModelSettings, type AiFeature, type ModelSettings } from './settings.js';
import { TokenBudget } from './token-budget.js';

/** What models are asked through. */
export interface ModelsDeps {
  readonly database: Queries;
  readonly vault: Pick<Vault, 'open'>;
  readonly fetch: ModelFetch;
}

/** What an answer in JSON has to be. */
export interface JsonForm<T> {
  readonly schema: JsonSchema;
  /** The value; or what is wrong with it, for the model. */
  readonly read: (value: unknown) => Promise<{ readonly value: T } | { readonly problem: string }>;
}

/** Models of organizations: whatever is asked of them passes here, and is paid from the tokens of their month. */
export class Models {
  private readonly budget: TokenBudget;
  private loaded: Promise<typeof Calls> | null = null;

  constructor(private readonly deps: ModelsDeps) {
    this.budget = new TokenBudget(deps.database);
  }

  /** The model of an organization for a purpose; null where there is none for it. */
  async find(orgId: string, feature: AiFeature): Promise<ModelSettings | null> {
    const settings = await readModelSettings(this.deps, orgId);
    return settings?.features.includes(feature) ? settings : null;
  }

  /** Asks once. @throws ModelError */
  ask(settings: ModelSettings, request: ModelRequest): Promise<ModelAnswer> {
    const call = async () => (await this.calls()).callModel(this.deps.fetch, settings, request);
    return this.paid(settings, mostTokens(request), call);
  }

  /**
   * Asks for JSON; what does not fit is shown to the model once more, with what is wrong with it. A server that
   * does not know JSON schemas is asked without.
   * @throws ModelError
   */
  async askForJson<T>(
    settings: ModelSettings,
    request: ModelRequest,
    { schema, read }: JsonForm<T>,
  ): Promise<T> {
    const told = {
      ...request,
      system: `${request.system}\n\n${ONLY_JSON}${JSON.stringify(schema)}`,
    };
    const first = await this.ask(settings, { ...told, schema }).catch(unlessRefused);
    const found = await read(readJsonAnswer(first.text));
    if ('value' in found) return found.value;
    const shown =
      first.text === '' ? [] : [{ role: 'assistant' as const, text: first.text, calls: [] }];
    const again = { role: 'user' as const, text: `${AGAIN}${found.problem}` };
    const messages = [...request.messages, ...shown, again];
    const { idempotencyKey } = request;
    const second = await this.ask(settings, {
      ...{ ...told, messages },
      ...(idempotencyKey !== undefined && { idempotencyKey: `${idempotencyKey}:again` }),
    });
    const repaired = await read(readJsonAnswer(second.text));
    if ('value' in repaired) return repaired.value;
    throw new ModelError('unusable', 'The model did not answer as it was asked to, twice', true);
  }

  /** How near each text is to the first, -1 to 1; null without a model for that. @throws ModelError */
  async nearness(
    settings: ModelSettings,
    [first, ...texts]: readonly [string, ...string[]],
  ): Promise<readonly number[] | null> {
    const { embeddingModel } = settings;
    if (embeddingModel === null || texts.length === 0) return null;
    const all = [first, ...texts];
    const most = Buffer.byteLength(JSON.stringify(all));
    const model = { ...settings, embeddingModel };
    const call = async () => (await this.calls()).embedTexts(this.deps.fetch, model, all);
    const { vectors } = await this.paid(settings, most, call);
    const [about, ...others] = vectors;
    return others.map((other) => cosine(about!, other));
  }

  /** Libraries of models take long to load, and most installations have no model. */
  private calls(): Promise<typeof Calls> {
    return (this.loaded ??= import('./call.js'));
  }

  private async paid<T extends { readonly tokens: number | null }>(
    settings: ModelSettings,
    most: number,
    call: () => Promise<T>,
  ): Promise<T> {
    const reserved = await this.budget.reserve(settings, most);
    const settle = (used: number) =>
      // What cannot be settled stays reserved: the cap holds all the same.
      this.budget.settle(reserved, used).catch(() => undefined);
    try {
      const answer = await call();
      if (answer.tokens !== null) await settle(answer.tokens);
      return answer;
    } catch (error) {
      if (error instanceof ModelError && !error.mayHaveCost) await settle(0);
      throw error;
    }
  }
}

const ONLY_JSON = 'Answer with one JSON object that fits this JSON Schema, and with nothing else: ';
const AGAIN = 'That does not fit. Answer again with the JSON object alone. What is wrong: ';

/** Servers refuse what they do not know: the second attempt does without. */
function unlessRefused(error: unknown): ModelAnswer {
  if (error instanceof ModelError && error.problem === 'refused')
    return { text: '', calls: [], tokens: null };
  throw error;
}

function cosine(one: readonly number[], other: readonly number[]): number {
  const dot = (a: readonly number[], b: readonly number[]) =>
    a.reduce((sum, value, index) => sum + value * (b[index] ?? 0), 0);
  const lengths = Math.sqrt(dot(one, one) * dot(other, other));
  return lengths === 0 ? 0 : dot(one, other) / lengths;
}
