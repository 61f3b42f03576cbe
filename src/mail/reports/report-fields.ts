import { clip } from '../text/safe-text.js';

const MAX_TEXT = 256 * 1024;
const MAX_GROUPS = 500;
const MAX_NAMES = 1000;
const MAX_REPEATS = 100;
const MAX_VALUE = 2000;
const FIELD = /^([!-9;-~]{1,100}?)[ \t]{0,4}:(.*)$/;

/** Fields that stand together, by their names in lower case, unfolded. */
export type FieldGroup = ReadonlyMap<string, readonly string[]>;

/** Groups of fields that empty lines separate, as in a delivery status (RFC 3464 section 2.1). */
export function readFieldGroups(text: string): FieldGroup[] {
  const reader = new GroupReader();
  for (const line of clip(text, MAX_TEXT).split(/\r\n|\r|\n/)) reader.read(line);
  return reader.groups;
}

/** The first field of that name, '' when there is none. */
export const firstField = (group: FieldGroup, name: string): string => group.get(name)?.[0] ?? '';

class GroupReader {
  readonly groups: Map<string, string[]>[] = [];
  private isOpen = false;
  /** The values the last field belongs to; it may be continued. */
  private last: string[] | null = null;

  read(line: string): void {
    if (line.trim() === '') {
      this.isOpen = false;
      this.last = null;
    } else if (/^[ \t]/.test(line) && this.last) {
      const value = this.last.pop()!;
      this.last.push(value.length < MAX_VALUE ? clip(`${value} ${line.trim()}`, MAX_VALUE) : value);
    } else {
      this.readField(line);
    }
  }

  private readField(line: string): void {
    const field = FIELD.exec(clip(line, MAX_VALUE));
    this.last = null;
    if (!field) return;
    const name = field[1]!.toLowerCase();
    const group = this.groupFor(name);
    const values = group?.get(name) ?? [];
    if (!group || values.length >= MAX_REPEATS || group.size >= MAX_NAMES) return;
    values.push(field[2]!.trim());
    group.set(name, values);
    this.last = values;
  }

  private groupFor(name: string): Map<string, string[]> | undefined {
    const open = this.isOpen ? this.groups.at(-1) : undefined;
    // Some servers leave out the empty line between two recipients.
    const repeats = name === 'final-recipient' && open?.has(name);
    if (open && !repeats) return open;
    if (this.groups.length >= MAX_GROUPS) return undefined;
    this.isOpen = true;
    this.groups.push(new Map());
    return this.groups.at(-1);
  }
}
