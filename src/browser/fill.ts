import { randomBytes } from 'node:crypto';
import type { Page } from 'playwright-core';
import { AppError, conflict, forbidden } from '../errors.js';
import { openWorlds, problemOfFrames, type World, type Worlds } from './frames.js';
import { FILL_FIELDS } from './page/fill-fields.js';
import type { FieldName, FillOrder, FillOutcome } from './page/order.js';
import { checkedRef, isRef, plainCss } from './refs.js';

/** Where fields are, as a client names them: a ref of the last snapshot, or a CSS selector of the main frame. */
export type FieldPlaces = Readonly<Partial<Record<FieldName, string>>>;

/** What is filled in. */
export type FieldValues = Readonly<Partial<Record<FieldName, string>>>;

/** What is filled in, and where it may be. */
export interface FormFilling extends Pick<FillOrder, 'fields' | 'has' | 'isPassword' | 'homes'> {
  /** Names what it belongs to, for refusals. */
  readonly service: string;
}

/** A place to fill that was found: nothing secret was opened for it yet. */
export interface FoundForm {
  readonly found: readonly FieldName[];
  readonly origin: string;
  /** Checks all of it, and sets the values, in one call within the page. @throws AppError 403, 409 */
  fill(values: FieldValues): Promise<void>;
  /** Checks it alike, and has the page ask for a passkey. @throws AppError 403, 409 */
  press(): Promise<void>;
  close(): Promise<void>;
}

const MARKER = 'data-field-to-fill';
const CLICK_WITHIN_MS = 5_000;
const RELOAD_WITHIN_MS = 15_000;
// A field beside which a page offers passkeys (WebAuthn, conditional mediation).
const OFFERING = '[autocomplete~="webauthn" i]';

/** Finds what is to be filled. @throws AppError 400, 409 where there is none */
export function findForm(page: Page, filling: FormFilling): Promise<FoundForm> {
  return foundOn(page, filling).catch((error: unknown) => {
    throw error instanceof AppError ? error : conflict('The page changed meanwhile');
  });
}

async function foundOn(page: Page, filling: FormFilling): Promise<FoundForm> {
  const order = await orderOf(page, filling);
  const worlds = await openWorlds(page);
  try {
    const looks = await Promise.all(worlds.all.map((world) => ask(world, order)));
    const best = bestOf(looks);
    const [world, look] = [worlds.all[best], looks[best]];
    if (!world || !look || look.found.length < neededOf(filling))
      throw conflict('No field for it was found on the page');
    const place = { worlds, world, order, filling, found: look.found };
    // Where it would be refused nothing is opened for it.
    await check(place);
    return foundIn(page, place);
  } catch (error) {
    await worlds.close();
    throw error;
  }
}

interface FoundPlace {
  readonly worlds: Worlds;
  readonly world: World;
  readonly order: FillOrder;
  readonly filling: FormFilling;
  readonly found: readonly FieldName[];
}

function foundIn(page: Page, place: FoundPlace): FoundForm {
  const { worlds, world, order, filling, found } = place;
  const fill = async (values: FieldValues) => {
    if (world.parentId !== undefined) await check(place);
    judge(await ask(world, { ...order, doing: 'fill', values }), filling);
  };
  return {
    ...{ found, origin: world.origin, fill, close: () => worlds.close() },
    async press() {
      await fill({});
      await pressMarked(page, order.marker);
    },
  };
}

/** The frames around are no part of the call that fills; they are of the sites that it belongs to. */
async function check({ worlds, world, order, filling }: FoundPlace): Promise<void> {
  const looked = await ask(world, { ...order, doing: 'check' });
  judge(looked && { ...looked, filled: true }, filling);
  const problem = await problemOfFrames(worlds, world, looked!.points);
  if (problem !== null) throw conflict(`The frame ${problem}: nothing was filled in`);
}

/** Scripts of the page cannot tell it from a person's. */
async function pressMarked(page: Page, marker: string): Promise<void> {
  for (const frame of page.frames()) {
    const button = frame.locator(`[${marker}]`).first();
    if ((await button.count().catch(() => 0)) === 0) continue;
    const isField = (await frame.locator(`[${marker}]${OFFERING}`).count()) > 0;
    // With a field passkeys are offered as the page loads: it was there before the authenticator was.
    const pressed = isField
      ? page.reload({ timeout: RELOAD_WITHIN_MS, waitUntil: 'domcontentloaded' })
      : button.click({ timeout: CLICK_WITHIN_MS, noWaitAfter: true });
    await pressed.catch(() => {
      throw conflict('The passkey could not be asked for');
    });
    return;
  }
  throw conflict('The page changed meanwhile');
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
  return { fields: places, has, isPassword, homes, doing: 'find', values: {}, marker };
}

/** Refs are known to Playwright alone: their elements are marked. What is marked is judged like all else. */
async function selectorsOf(page: Page, fields: FieldPlaces, marker: string): Promise<FieldPlaces> {
  const selectors: Record<string, string> = {};
  for (const [name, place] of Object.entries(fields)) {
    if (!isRef(place)) {
      selectors[name] = plainCss(`fields.${name}`, place);
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
