/** What a mail says to programs beside its text, in the words of schema.org. */
export interface Markup {
  /** What it is about: `Order`, `FlightReservation`. */
  readonly types: ReadonlySet<string>;
  /** Where its actions lead: to confirm something, or to look at it. */
  readonly actions: ReadonlyMap<string, MarkedAction>;
  /** Numbers of things, without blanks and hyphens: orders, reservations, parcels, accounts. */
  readonly numbers: ReadonlySet<string>;
}

/** What an action of markup asks for. */
export type MarkedAction = 'confirm' | 'view';

/** That of a mail without any. */
export const NO_MARKUP: Markup = { types: new Set(), actions: new Map(), numbers: new Set() };

/** Of all scripts of a mail together. */
const MAX_JSON = 64 * 1024;
const MAX_DEPTH = 8;
const MAX_FACTS = 200;
const MAX_VALUE = 2000;

const ACTIONS: Readonly<Record<string, MarkedAction>> = {
  ConfirmAction: 'confirm',
  ViewAction: 'view',
};
/** Where an action names its address, itself or in a handler. */
const TARGETS = new Set(['target', 'url', 'urlTemplate', 'handler']);
const NUMBERS = new Set([
  ...['orderNumber', 'reservationNumber', 'reservationId', 'trackingNumber', 'confirmationNumber'],
  ...['accountId', 'ticketNumber', 'invoiceNumber', 'membershipNumber'],
]);
/** `http://schema.org/Order`, `schema:Order`. */
const TYPE = /^(?:https?:\/\/(?:www\.)?schema\.org\/|schema:)?([A-Za-z]{1,60})$/;

/** A number as markup and candidates for codes are compared. */
export const bareNumber = (written: string): string => written.replace(/[\s-]+/g, '').toUpperCase();

/** Takes in the markup of a page as it is met; nothing that it names is ever fetched. */
export class MarkupReader {
  private readonly types = new Set<string>();
  private readonly actions = new Map<string, MarkedAction>();
  private readonly numbers = new Set<string>();
  private read = 0;

  /** JSON-LD; what is no JSON, or too much of it, says nothing. */
  addJson(json: string): void {
    this.read += json.length;
    if (this.read > MAX_JSON) return;
    try {
      this.addNode(JSON.parse(json), null, 0);
    } catch {
      // Written for programs, and not well: what a reader sees counts.
    }
  }

  /** Microdata: a property, and the types of the items around it, the innermost first. */
  addProperty(name: string, value: string, types: readonly string[]): void {
    const action = types.map(actionOf).find((known) => known !== null) ?? null;
    this.addFact(name, value, action);
  }

  addType(written: string): void {
    const type = TYPE.exec(written)?.[1];
    if (type !== undefined && this.types.size < MAX_FACTS) this.types.add(type);
  }

  finish(): Markup {
    const { types, actions, numbers } = this;
    return types.size + actions.size + numbers.size === 0 ? NO_MARKUP : { types, actions, numbers };
  }

  private addNode(node: unknown, around: MarkedAction | null, depth: number): void {
    if (depth > MAX_DEPTH || typeof node !== 'object' || node === null) return;
    if (Array.isArray(node)) {
      for (const item of node) this.addNode(item, around, depth + 1);
      return;
    }
    const own = typesOf(node);
    own.forEach((type) => {
      this.addType(type);
    });
    const action = own.map(actionOf).find((known) => known !== null) ?? around;
    for (const [name, value] of Object.entries(node)) {
      if (typeof value === 'string') this.addFact(name, value, action);
      else this.addNode(value, TARGETS.has(name) ? action : actionBelow(name, action), depth + 1);
    }
  }

  private addFact(name: string, value: string, action: MarkedAction | null): void {
    if (value.length > MAX_VALUE) return;
    if (action !== null && TARGETS.has(name) && this.actions.size < MAX_FACTS)
      this.actions.set(value, this.actions.get(value) ?? action);
    if (NUMBERS.has(name) && this.numbers.size < MAX_FACTS) this.numbers.add(bareNumber(value));
  }
}

/** What an action is about has addresses of its own. */
const actionBelow = (name: string, action: MarkedAction | null) =>
  name === 'potentialAction' ? action : null;

function typesOf(node: object): string[] {
  const type = (node as Readonly<Record<string, unknown>>)['@type'];
  const types: readonly unknown[] = Array.isArray(type) ? type : [type];
  return types.filter((one) => typeof one === 'string');
}

function actionOf(written: string): MarkedAction | null {
  const type = TYPE.exec(written)?.[1] ?? '';
  return Object.hasOwn(ACTIONS, type) ? ACTIONS[type]! : null;
}
