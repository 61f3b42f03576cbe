import type { MimePart } from './mime-parts.js';

/** What a line with a boundary does: it begins a child of `parent`, or stands behind the last one. */
export interface Crossing {
  readonly parent: MimePart;
  readonly isLast: boolean;
}

/** A part and those around it by their boundaries: that of any of them ends what is within (RFC 2046 section 5.1.2). */
export class OpenParts {
  private readonly byBoundary = new Map<string, MimePart[]>();
  private longest = 0;

  add(part: MimePart): void {
    const { boundary } = part.head;
    if (boundary === '') return;
    const others = this.byBoundary.get(boundary);
    if (others) others.push(part);
    else this.byBoundary.set(boundary, [part]);
    this.longest = Math.max(this.longest, boundary.length);
  }

  /** The innermost one of its boundary. */
  close({ head }: MimePart): void {
    this.byBoundary.get(head.boundary)?.pop();
  }

  /** What the line does that is `--` and a name; of a line that is cut short the last hyphen may be missing. */
  crossing(name: string, isCut: boolean): Crossing | null {
    if (name.length > this.longest + 2) return null;
    const parent = isCut ? undefined : this.innermost(name);
    if (parent) return { parent, isLast: false };
    const ending = isCut && !name.endsWith('--') ? '-' : '--';
    const last = name.endsWith(ending) && this.innermost(name.slice(0, -ending.length));
    return last ? { parent: last, isLast: true } : null;
  }

  private innermost = (boundary: string) => this.byBoundary.get(boundary)?.at(-1);
}
