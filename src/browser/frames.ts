import type { CDPSession, Frame, Page } from 'playwright-core';
import type { Point } from './page/dom.js';
import { LOOK_AT_FRAME } from './page/places.js';

/** A frame, by a world in it that no script of the page reaches. */
export interface World {
  readonly cdp: CDPSession;
  readonly contextId: number;
  readonly origin: string;
  readonly frameId: string;
  /** Of the frame around it. */
  readonly parentId: string | undefined;
}

/** Worlds in the frames of a page, the outer ones first. */
export interface Worlds {
  readonly all: readonly World[];
  /** The outermost of those of a frame that has a process of its own, or shares that of the one around it. */
  of(frame: Frame): World | undefined;
  close(): Promise<void>;
}

interface FrameTree {
  readonly frame: {
    readonly id: string;
    readonly parentId?: string;
    readonly securityOrigin?: string;
  };
  readonly childFrames?: readonly FrameTree[];
}

const MAX_FRAMES = 50;

/** Makes a world in each frame; those of other sites have sessions of their own. */
export async function openWorlds(page: Page): Promise<Worlds> {
  const all: World[] = [];
  const outermost = new Map<Frame, World>();
  const sessions: CDPSession[] = [];
  for (const frame of page.frames().slice(0, MAX_FRAMES)) {
    const cdp = await sessionOf(page, frame);
    if (!cdp) continue;
    sessions.push(cdp);
    const worlds = await worldsIn(cdp);
    if (worlds[0]) outermost.set(frame, worlds[0]);
    all.push(...worlds);
  }
  return {
    all,
    of(frame) {
      for (let at: Frame | null = frame; at; at = at.parentFrame())
        if (outermost.has(at)) return outermost.get(at);
      return undefined;
    },
    async close() {
      for (const cdp of sessions) await cdp.detach().catch(() => undefined);
    },
  };
}

async function worldsIn(cdp: CDPSession): Promise<World[]> {
  const { frameTree } = (await cdp.send('Page.getFrameTree')) as { frameTree: FrameTree };
  const made = framesIn(frameTree).map(async ({ id, parentId, securityOrigin = '' }) => {
    const world = await cdp
      .send('Page.createIsolatedWorld', { frameId: id, worldName: 'restante' })
      .catch(() => null);
    const about = { cdp, origin: securityOrigin, frameId: id, parentId };
    return world ? [{ ...about, contextId: world.executionContextId }] : [];
  });
  return (await Promise.all(made)).flat();
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

/**
 * What is wrong with the frames around one: each is seen, and on top where `points` are, places within the inner
 * one. Null where nothing is.
 */
export async function problemOfFrames(
  worlds: Pick<Worlds, 'all'>,
  inner: World,
  points: readonly Point[],
): Promise<string | null> {
  if (inner.parentId === undefined) return null;
  const outer = worlds.all.find(({ frameId }) => frameId === inner.parentId);
  if (!outer) return 'cannot be seen';
  const looked = await lookAt(outer, inner.frameId, points);
  return looked.problem ?? problemOfFrames(worlds, outer, looked.points);
}

interface LookedAt {
  readonly problem: string | null;
  readonly points: readonly Point[];
}

async function lookAt(outer: World, frameId: string, points: readonly Point[]): Promise<LookedAt> {
  const { cdp, contextId } = outer;
  const { backendNodeId } = await cdp.send('DOM.getFrameOwner', { frameId });
  const { object } = await cdp.send('DOM.resolveNode', {
    backendNodeId,
    executionContextId: contextId,
  });
  const { result } = await cdp.send('Runtime.callFunctionOn', {
    functionDeclaration: LOOK_AT_FRAME,
    objectId: object.objectId!,
    arguments: [{ value: points }],
    returnByValue: true,
  });
  return result.value as LookedAt;
}
