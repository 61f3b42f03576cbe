import {
  acceptedContent,
  CLIENT_CAPABILITIES_META_KEY,
  createRequestStateCodec,
  inputRequired,
  inputResponse,
  type CallToolResult,
  type ClientCapabilities,
  type InputRequest,
  type InputRequiredResult,
  type ServerContext,
} from '@modelcontextprotocol/server';
import type { SuiteTool } from './tools.js';

// Tools that ask the program something as 2026-07-28 has it: they answer what they need, and are called again with it.

/** What a tool answers: what came of it, or what it needs. */
export type Answered = CallToolResult | InputRequiredResult;

interface State {
  readonly round: number;
  readonly name?: string;
}

/** What goes round through the program, signed. */
export const STATES = createRequestStateCodec<State>({ key: new Uint8Array(32).fill(7) });

const said = (words: string): CallToolResult => ({ content: [{ type: 'text', text: words }] });
const form = (message: string, properties: object): InputRequest =>
  inputRequired.elicit({
    message,
    requestedSchema: {
      type: 'object',
      properties: properties as Record<string, { type: 'string' }>,
      required: Object.keys(properties),
    },
  });
const sampled = (words: string): InputRequest =>
  inputRequired.createMessage({
    messages: [{ role: 'user', content: { type: 'text', text: words } }],
    maxTokens: 50,
  });
const needs = (inputRequests: Readonly<Record<string, InputRequest>>, requestState?: string) =>
  inputRequired({ inputRequests, ...(requestState !== undefined && { requestState }) });

const contentOf = ({ mcpReq }: ServerContext, name: string) =>
  acceptedContent(mcpReq.inputResponses, name);
const responseOf = ({ mcpReq }: ServerContext, name: string) =>
  inputResponse(mcpReq.inputResponses, name);

const NAME = { name: { type: 'string' } };
const CONFIRM = { confirm: form('Please confirm', { ok: { type: 'boolean' } }) };

/** What a tool answers that has to know a name. */
export const needName = (): Answered => needs({ user_name: form('What is your name?', NAME) });

/** What a tool answers that wants each of these confirmed. */
export const asksFor = (names: readonly string[]): Answered =>
  needs(
    Object.fromEntries(
      names.map((name) => [
        name,
        form(`Please confirm: ${name}`, { confirm: { type: 'boolean' } }),
      ]),
    ),
  );

function elicitation(context: ServerContext): Answered {
  const name = contentOf(context, 'user_name')?.['name'];
  return typeof name === 'string' ? said(`Hello, ${name}!`) : needName();
}

function sampling(context: ServerContext): Answered {
  const response = responseOf(context, 'sample_request');
  return response.kind === 'sampling'
    ? said(`Sampling result: ${JSON.stringify(response.result.content)}`)
    : needs({ sample_request: sampled('What is the capital of France?') });
}

function roots(context: ServerContext): Answered {
  const response = responseOf(context, 'roots_request');
  return response.kind === 'roots'
    ? said(`Found ${response.roots.length} root(s)`)
    : needs({ roots_request: inputRequired.listRoots() });
}

async function confirmed(context: ServerContext): Promise<Answered> {
  const state = context.mcpReq.requestState<State>();
  if (state && contentOf(context, 'confirm')) return said('state-ok, integrity-ok: validated');
  return needs(CONFIRM, await STATES.mint({ round: 1 }));
}

async function severalInputs(context: ServerContext): Promise<Answered> {
  const name = contentOf(context, 'user_name')?.['name'];
  const listed = responseOf(context, 'client_roots');
  const greeting = responseOf(context, 'greeting');
  if (name !== undefined && listed.kind === 'roots' && greeting.kind === 'sampling')
    return said(`Name: ${JSON.stringify(name)}; roots: ${listed.roots.length}`);
  const inputs = {
    user_name: form('What is your name?', NAME),
    greeting: sampled('Generate a greeting'),
    client_roots: inputRequired.listRoots(),
  };
  return needs(inputs, await STATES.mint({ round: 1 }));
}

async function rounds(context: ServerContext): Promise<Answered> {
  const { round, name = '' } = context.mcpReq.requestState<State>() ?? { round: 0 };
  const given = contentOf(context, `step${round}`);
  if (round === 2 && given) return said(`${name} likes ${String(given['color'])}`);
  if (round === 1 && given) {
    const next = { round: 2, name: String(given['name']) };
    const color = form('Step 2: What is your favorite color?', { color: { type: 'string' } });
    return needs({ step2: color }, await STATES.mint(next));
  }
  return needs(
    { step1: form('Step 1: What is your name?', NAME) },
    await STATES.mint({ round: 1 }),
  );
}

/** Asks for what the program can give. */
async function asMayBe(context: ServerContext): Promise<Answered> {
  const envelope: Readonly<Record<string, unknown>> = context.mcpReq.envelope ?? {};
  const can = envelope[CLIENT_CAPABILITIES_META_KEY] as ClientCapabilities | undefined;
  const { inputResponses = {} } = context.mcpReq;
  if (Object.keys(inputResponses).length > 0) return said('capabilities-ok');
  const inputs = {
    ...(can?.elicitation && { elicit_input: form('Elicitation input', NAME) }),
    ...(can?.sampling && { sample_input: sampled('Sample request') }),
  };
  return Object.keys(inputs).length === 0 ? said('Nothing can be asked') : needs(inputs);
}

const asking = (description: string, run: SuiteTool['run']): SuiteTool => ({ description, run });

/** By their names. */
export const ASKING: Readonly<Record<string, SuiteTool>> = {
  test_missing_capability: asking('Needs sampling', sampling),
  test_input_required_result_elicitation: asking('Asks for a name', elicitation),
  test_input_required_result_sampling: asking("Asks the program's model", sampling),
  test_input_required_result_list_roots: asking('Asks for roots', roots),
  test_input_required_result_request_state: asking('Keeps a state', confirmed),
  test_input_required_result_tampered_state: asking('Checks its state', confirmed),
  test_input_required_result_multiple_inputs: asking('Asks for three things', severalInputs),
  test_input_required_result_multi_round: asking('Asks twice', rounds),
  test_input_required_result_capabilities: asking('Asks for what is possible', asMayBe),
};

/** What a prompt answers that asks first. */
export function askingPrompt(context: ServerContext) {
  const given = contentOf(context, 'user_context')?.['context'];
  if (given === undefined)
    return needs({
      user_context: form('What context should the prompt use?', { context: { type: 'string' } }),
    });
  const content = { type: 'text' as const, text: `Prompt with context: ${JSON.stringify(given)}` };
  return { messages: [{ role: 'user' as const, content }] };
}
