import { randomBytes } from 'node:crypto';
import type { CDPSession, Frame, Page } from 'playwright-core';
import { AppError, conflict, forbidden } from '../errors.js';
import { checkedRef } from './acts.js';
import type { Homes } from './belongs.js';
import {
  FILL_FIELDS,
  type FieldName,
  type FillOrder,
  type FillOutcome,
} from './page/fill-fields.js';

/** Where fields are, as a client names them: a ref of the last snapshot, or a CSS selector of the main frame. */
export type FieldPlaces = Readonly<Partial<Record<FieldName, string>>>;

/** What is filled in, and where it may be. */
export interface FormFilling {
  /** Null: the form is found. */
  readonly fields: FieldPlaces | null;
  readonly has: readonly FieldName[];
  readonly isPassword: boolean;
  readonly homes: Homes;
  /** Names what it belongs to, for refusals. */
  readonly service: string;
}

/** A frame, by a world in it that no script of the page reaches. */
interface World {
  readonly cdp: CDPSession;
  readonly contextId: number;
  readonly origin: string;
}

/** A place to fill that was found: nothing secret was opened for it yet. */
export interface FoundForm {
  readonly found: readonly FieldName[];
  readonly origin: string;
  /** Checks all of it, and sets the values, in one call within the page. @throws AppError 403, 409 */
  fill(values: Readonly<Partial<Record<FieldName, string>>>): Promise<void>;
  close(): Promise<void>;
}

const MARKER = 'data-field-to-fill';
const REF = /^(?:f\d+)?e\d+$/;
const MAX_FRAMES = 50;

/** Finds what is to be filled. @throws AppError 400, 409 where there is none */
export async function findForm(page: Page, filling: FormFilling): Promise<FoundForm> {
  const order = await orderOf(page, filling);
  const sessions: CDPSession[] = [];
  const close = async () => {
    for (const cdp of sessions) await cdp.detach().catch(() => undefined);
  };
  try {
    const worlds = await worldsOf(page, sessions);
    const looks = await Promise.all(worlds.map((world) => ask(world, order)));
    const best = bestOf(looks);
    const [world, look] = [worlds[best], looks[best]];
    if (!world || !look || look.found.length < neededOf(filling))
      throw conflict('No field for it was found on the page');
    return {
      ...{ found: look.found, origin: world.origin, close },
      fill: async (values) => judge(await ask(world, { ...order, values }), filling),
    };
  } catch (error) {
    await close();
    throw error instanceof AppError ? error : conflict('The page changed meanwhile');
  }
}

const neededOf = ({ fields }: FormFilling) => (fields ? Object.keys(fields).length : 1);

/** Of several frames the one with most of the fields, the outer one first. */
function bestOf(looks: readonly (FillOutcome | null)[]): number {
  const counts = looks.map((look) => look?.found.length ?? 0);
  return counts.indexOf(Math.max(...counts));
}

async function orderOf(page: Page, filling: FormFilling): Promise<FillOrder> {
  const { fields, has, isPassword, homes } = filling;
  const marker = `${MARKER}-${randomBytes(6).toString('hex')}`;
  const places = fields && (await selectorsOf(page, fields, marker));
  return { fields: places, has, isPassword, homes, values: null, marker };
}

/** Refs are known to Playwright alone: their elements are marked. What is marked is judged like all else. */
async function selectorsOf(page: Page, fields: FieldPlaces, marker: string): Promise<FieldPlaces> {
  const selectors: Record<string, string> = {};
  for (const [name, place] of Object.entries(fields)) {
    if (!REF.test(place)) {
      selectors[name] = place;
      continue;
    }
    const target = await checkedRef(page, place);
    await target.evaluate(mark, [marker, name]);
    selectors[name] = `[${marker}~="${name}"]`;
  }
  return selectors;
}

const mark = (
  element: { setAttribute(name: string, value: string): void },
  [marker, name]: readonly string[],
) => element.setAttribute(marker!, name!);

interface FrameTree {
  readonly frame: { readonly id: string; readonly securityOrigin?: string };
  readonly childFrames?: readonly FrameTree[];
}

/** A world in each frame; those of other sites have sessions of their own. */
async function worldsOf(page: Page, sessions: CDPSession[]): Promise<World[]> {
  const worlds: World[] = [];
  for (const frame of page.frames().slice(0, MAX_FRAMES)) {
    const cdp = await sessionOf(page, frame);
    if (!cdp) continue;
    sessions.push(cdp);
    const { frameTree } = (await cdp.send('Page.getFrameTree')) as { frameTree: FrameTree };
    for (const { id, securityOrigin = '' } of framesIn(frameTree)) {
      const made = await cdp
        .send('Page.createIsolatedWorld', { frameId: id, worldName: 'restante' })
        .catch(() => null);
      if (made) worlds.push({ cdp, contextId: made.executionContextId, origin: securityOrigin });
    }
  }
  return worlds;
}

/** Null for a frame that belongs to the session of the one around it. */
const sessionOf = (page: Page, frame: Frame): Promise<CDPSession | null> =>
  page
    .context()
    .newCDPSession(frame === page.mainFrame() ? page : frame)
    .catch(() => null);

const framesIn = ({ frame, childFrames = [] }: FrameTree): FrameTree['frame'][] => [
  frame,
  ...childFrames.flatMap(framesIn),
];

/** Null where the frame has gone elsewhere meanwhile: its world is gone then, and nothing was done. */
async function ask({ cdp, contextId }: World, order: FillOrder): Promise<FillOutcome | null> {
  try {
    const { result, exceptionDetails } = await cdp.send('Runtime.callFunctionOn', {
      functionDeclaration: FILL_FIELDS,
      executionContextId: contextId,
      arguments: [{ value: order }],
      returnByValue: true,
    });
    return exceptionDetails ? null : (result.value as FillOutcome);
  } catch {
    return null;
  }
}

function judge(outcome: FillOutcome | null, { service }: FormFilling): void {
  if (!outcome) throw conflict('The page changed meanwhile: nothing was filled in');
  const { foreign, problem, filled } = outcome;
  if (foreign !== null)
    throw forbidden(`${originName(foreign)} does not belong to ${service}, which it is for`);
  if (problem !== null) throw conflict(`${problem}: nothing was filled in`);
  if (!filled) throw conflict('The fields are not there any more: nothing was filled in');
}

const originName = (origin: string) => (origin === 'null' ? 'A page without an origin' : origin);
