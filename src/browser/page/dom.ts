// What of a page's document is used there: the program as a whole knows no document.

/** A box on the screen. */
interface Box {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** A place on the screen, in CSS pixels of a frame. */
export interface Point {
  readonly x: number;
  readonly y: number;
}

/** A document, or a tree in the shadow of an element. */
export interface Root {
  readonly host?: PageElement;
  querySelectorAll(selector: string): ArrayLike<PageField> & Iterable<PageField>;
  elementFromPoint(x: number, y: number): PageElement | null;
}

/** A form. */
export interface Form {
  readonly tagName: string;
}

/** An element. */
export interface PageElement {
  readonly tagName: string;
  readonly parentElement: PageElement | null;
  readonly assignedSlot: PageElement | null;
  getRootNode(): Root;
  contains(other: unknown): boolean;
  getAttribute(name: string): string | null;
  scrollIntoView(how: object): void;
  getBoundingClientRect(): Box;
  checkVisibility(what: object): boolean;
}

/** An element, with what frames have. */
export interface PageFrame extends PageElement {
  readonly offsetWidth: number;
  readonly offsetHeight: number;
  readonly clientLeft: number;
  readonly clientTop: number;
}

/** An element, with what fields have. */
export interface PageField extends PageElement {
  readonly type: string;
  readonly disabled: boolean;
  readonly readOnly: boolean;
  readonly maxLength: number;
  readonly labels: Iterable<PageElement> | null;
  readonly shadowRoot: Root | null;
  readonly form: Form | null;
  readonly textContent: string | null;
  removeAttribute(name: string): void;
  setAttribute(name: string, value: string): void;
  dispatchEvent(event: object): boolean;
  compareDocumentPosition(other: PageField): number;
}

/** How something is drawn. */
export interface Style {
  readonly opacity: string;
  readonly filter: string;
  readonly overflow: string;
  readonly paddingLeft: string;
  readonly paddingTop: string;
}
