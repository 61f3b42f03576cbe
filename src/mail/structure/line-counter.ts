/** Counts line ends up to places that are asked for in ascending order: each byte is looked at once. */
export class LineCounter {
  private counted = 0;
  private next: number;

  constructor(private readonly text: string) {
    this.next = text.indexOf('\n');
  }

  /** Line ends before a place. */
  before(place: number): number {
    while (this.next >= 0 && this.next < place) {
      this.counted++;
      this.next = this.text.indexOf('\n', this.next + 1);
    }
    return this.counted;
  }
}
