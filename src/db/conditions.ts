/** Collects conditions and their parameters; `$n` are numbered as they come. */
export class Conditions {
  /** `values` are those of parameters that are used elsewhere, if any. */
  constructor(readonly values: unknown[] = []) {}

  private readonly texts: string[] = [];

  /** Adds `text`, in which each `?` stands for the next of `values`. */
  add(text: string, ...values: readonly unknown[]): this {
    let next = 0;
    this.texts.push(
      text.replace(/\?/g, () => {
        this.values.push(values[next++]);
        return `$${this.values.length}`;
      }),
    );
    return this;
  }

  get text(): string {
    return this.texts.join(' AND ');
  }
}
