import type { PageElement, PageField, PageFrame, Point, Style } from './dom.js';

// These functions run in the page, in a world of their own: each is sent as text, so that they know nothing but
// each other and the page. A page changes neither the prototypes nor the globals of that world.

declare const getComputedStyle: (element: PageElement) => Style;

/** What is wrong with where a field is; null where it is seen, on top of all else. */
export function problemOfPlace(field: PageField, mayBeOffScreen: boolean): string | null {
  const { left, top, width, height } = field.getBoundingClientRect();
  if (width < 4 || height < 4 || !canBeSeen(field)) return 'cannot be seen';
  const root = field.getRootNode();
  const points = [0.5, 0.15, 0.85].map((part) => left + width * part);
  const hits = points.map((x) => root.elementFromPoint(x, top + height / 2));
  if (hits.every((hit) => hit === null)) return mayBeOffScreen ? null : 'cannot be seen';
  const labels = Array.from(field.labels ?? []);
  const isOwn = (hit: PageElement | null) =>
    field.contains(hit) || labels.some((label) => label.contains(hit));
  return hits.some(isOwn) ? null : 'is covered';
}

/** Whether it is drawn, and not so faintly that nobody notices it. */
export function canBeSeen(element: PageElement): boolean {
  const faint = 0.2;
  const visible = { opacityProperty: true, visibilityProperty: true, contentVisibilityAuto: true };
  if (!element.checkVisibility(visible)) return false;
  let opacity = 1;
  for (let at: PageElement | null = element; at; at = around(at)) {
    const style = getComputedStyle(at);
    if (/opacity/.test(style.filter)) return false;
    opacity *= Number(style.opacity);
  }
  return opacity >= faint;
}

/** The element that it is drawn in, also across shadow trees. */
export function around(element: PageElement): PageElement | null {
  return element.assignedSlot ?? element.parentElement ?? element.getRootNode().host ?? null;
}

/** The middle of an element. */
export function middleOf(element: PageElement): Point {
  const { left, top, width, height } = element.getBoundingClientRect();
  return { x: left + width / 2, y: top + height / 2 };
}

/** How a frame is seen in the one around it: what is wrong, or where places within it are there. */
function lookAtFrame(
  frame: PageFrame,
  points: readonly Point[],
): { readonly problem: string | null; readonly points: readonly Point[] } {
  const { left, top, width, height } = frame.getBoundingClientRect();
  if (!canBeSeen(frame)) return { problem: 'cannot be seen', points };
  const { paddingLeft, paddingTop } = getComputedStyle(frame);
  const [scaleX, scaleY] = [width / frame.offsetWidth, height / frame.offsetHeight];
  const moved = points.map(({ x, y }) => ({
    x: left + (x + frame.clientLeft + parseFloat(paddingLeft)) * scaleX,
    y: top + (y + frame.clientTop + parseFloat(paddingTop)) * scaleY,
  }));
  const hits = moved.map(({ x, y }) => frame.getRootNode().elementFromPoint(x, y));
  if (hits.some((hit) => hit === null)) return { problem: 'cannot be seen', points };
  return { problem: hits.every((hit) => hit === frame) ? null : 'is covered', points: moved };
}

/** A function of points, called on a frame, as text: what is called in the page around it. */
export const LOOK_AT_FRAME = `function (points) {
${[canBeSeen, around, lookAtFrame].map(String).join('\n')}
return lookAtFrame(this, points);
}`;

/** What others that run in the page need of these. */
export const PLACES = [problemOfPlace, canBeSeen, around, middleOf];
