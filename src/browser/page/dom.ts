// What of a page's document is used there: the program as a whole knows no document.

/** A box on the screen. */
interface Box {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** A document, or a tree in the shadow of an element. */
export interface Root {
  querySelectorAll(selector: string): ArrayLike<PageField> & Iterable<PageField>;
  elementFromPoint(x: number, y: number): PageField | null;
}

/** A form. */
export interface Form {
  readonly tagName: string;
}

/** An element, with what fields have. */
export interface PageField {
  readonly tagName: string;
  readonly type: string;
  readonly disabled: boolean;
  readonly readOnly: boolean;
  readonly labels: Iterable<PageField> | null;
  readonly shadowRoot: Root | null;
  readonly form: Form | null;
  getRootNode(): Root;
  contains(other: unknown): boolean;
  getAttribute(name: string): string | null;
  removeAttribute(name: string): void;
  scrollIntoView(how: object): void;
  getBoundingClientRect(): Box;
  checkVisibility(what: object): boolean;
  dispatchEvent(event: object): boolean;
  compareDocumentPosition(other: PageField): number;
}
