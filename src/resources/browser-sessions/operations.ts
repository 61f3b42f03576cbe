import type { z } from 'zod';
import type { Caller } from '../../auth/caller.js';
import { operationWith, type OperationContext } from '../../operations/operation.js';
import { operationsOn } from '../../operations/resource-operations.js';
import { LOST_SESSION, page } from '../../operations/shapes.js';
import { fromWire } from '../../operations/wire.js';
import {
  act,
  actOutcome,
  browserSession,
  browserStep,
  navigation,
  newSession,
  picturePath,
  pointing,
  presentSession,
  presentStep,
  sessionListQuery,
  sessionPath,
  stepListQuery,
  typing,
  type ActInput,
} from './schema.js';
import type { UseInput } from './sealed-steps.js';
import type { BrowserSessionService } from './service.js';

interface SessionServices {
  readonly browserSessions: BrowserSessionService;
  /** Says who may begin with the cookies of a credential. @throws AppError 403, 404, 409 */
  readonly credentialUses: {
    bringing(
      caller: Caller,
      credential: { readonly id: string; readonly namespace: string | undefined },
    ): Promise<UseInput>;
  };
}

const SESSIONS = '/v1/browser/sessions';
const ONE = `${SESSIONS}/:id` as const;

const { operation, create, list, get, remove } = operationsOn<SessionServices>()({
  path: SESSIONS,
  access: 'browser:use',
  item: browserSession,
  present: presentSession,
});

async function perform(
  { caller, services, signal }: OperationContext<SessionServices>,
  input: ActInput,
): Promise<z.input<typeof actOutcome>> {
  const { step, outcome } = await services.browserSessions.act(caller, input, signal);
  const { dialogs, downloads, blocked, ...rest } = outcome;
  return { step, ...rest, dialogs: [...dialogs], downloads: [...downloads], blocked: [...blocked] };
}

const ON_PAGE = { openWorld: true, names: { id: 'session_id' } } as const;
const waits = () => true;

/** Browsers that agents use: pages as text, and nothing that a script of ours could do. */
export const browserSessionOperations = [
  /** Answers once its browser is there. */
  create({
    name: 'openBrowserSession',
    summary: 'Open a browser session: its pages are used by its acts until it is closed.',
    input: newSession,
    inOneTransaction: false,
    waits,
    tool: { name: 'browser_open' },
    async run({ caller, services, signal }, input) {
      const { credentialId: id, namespace, ...given } = fromWire(input);
      const bring = id ? await services.credentialUses.bringing(caller, { id, namespace }) : null;
      return services.browserSessions.create(caller, { ...given, bring }, signal);
    },
  }),

  list({
    name: 'listBrowserSessions',
    summary: 'List browser sessions, newest first.',
    input: sessionListQuery,
    run: ({ caller, services }, paging) => services.browserSessions.list(caller, paging),
  }),

  get({
    name: 'getBrowserSession',
    summary: 'Get a browser session.',
    input: sessionPath,
    run: ({ caller, services }, { id }) => services.browserSessions.get(caller, id),
  }),

  /** What is being done is broken off. */
  remove({
    name: 'closeBrowserSession',
    summary: 'Close a browser session.',
    input: sessionPath,
    tool: { name: 'browser_close' },
    run: ({ caller, services }, { id }) => services.browserSessions.close(caller, id),
  }),

  /** Acts of a session are done one after the other, each once. */
  operation({
    name: 'actInBrowserSession',
    summary: 'Do one thing in a browser session; answers with the page behind it, as text.',
    input: act,
    output: actOutcome,
    http: { method: 'POST', path: `${ONE}/act` },
    alsoAnswers: LOST_SESSION,
    waits,
    tool: ON_PAGE,
    run: perform,
  }),

  operation({
    name: 'navigateBrowser',
    summary: 'Go to an https address in a browser session; answers with the page as text.',
    input: navigation,
    output: actOutcome,
    waits,
    tool: { name: 'browser_navigate', ...ON_PAGE },
    run: (context, input) => perform(context, { ...input, action: 'goto' }),
  }),

  operation({
    name: 'snapshotBrowser',
    summary: 'See the page of a browser session as text, with a ref for each element.',
    input: sessionPath,
    output: actOutcome,
    waits,
    tool: { name: 'browser_snapshot', readOnly: true, ...ON_PAGE },
    run: (context, input) => perform(context, { ...input, action: 'snapshot' }),
  }),

  operation({
    name: 'clickInBrowser',
    summary: 'Click an element, by the ref of the last snapshot or a CSS selector.',
    input: pointing,
    output: actOutcome,
    waits,
    tool: { name: 'browser_click', ...ON_PAGE },
    run: (context, input) => perform(context, { ...input, action: 'click' }),
  }),

  operation({
    name: 'typeInBrowser',
    summary: 'Fill a field, by the ref of the last snapshot or a CSS selector.',
    input: typing,
    output: actOutcome,
    waits,
    tool: {
      name: 'browser_type',
      details: 'For secrets of the vault use use_credential_in_browser.',
      ...ON_PAGE,
    },
    run: (context, input) => perform(context, { ...input, action: 'type' }),
  }),

  /** Kept seven days from when the session ended. */
  operation({
    name: 'listBrowserSteps',
    summary: 'List what was done in a browser session, the last first.',
    input: stepListQuery,
    output: page(browserStep),
    http: { method: 'GET', path: `${ONE}/steps` },
    async run({ caller, services }, { id, ...paging }) {
      const found = await services.browserSessions.steps(caller, id, paging);
      return { ...found, data: found.data.map(presentStep) };
    },
  }),

  operationWith<SessionServices>()({
    name: 'getBrowserScreenshot',
    summary: 'Get the picture that a step took.',
    access: 'browser:use',
    input: picturePath,
    answers: 'bytes',
    http: { method: 'GET', path: `${ONE}/steps/:n/screenshot` },
    async run({ caller, services }, { id, n }) {
      const body = await services.browserSessions.picture(caller, id, n);
      return { type: 'image/png', body, filename: `${id}-${n}.png` };
    },
  }),
];
