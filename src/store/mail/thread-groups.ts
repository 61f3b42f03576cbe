/** Which mails of a batch belong together, and to which thread. */
export class Groups {
  /** Each mail points to another one of its group, the head of a group to itself. */
  private readonly pointers: number[];
  private readonly threads = new Map<number, string>();
  private readonly created = new Map<number, string>();

  constructor(mails: number) {
    this.pointers = Array.from({ length: mails }, (_, i) => i);
  }

  /** Joins the group of `mail` to that of another mail, or to a thread unless it has one. */
  join(other: number | string, mail: number): void {
    const head = this.headOf(mail);
    if (typeof other === 'string') {
      if (!this.threads.has(head)) this.threads.set(head, other);
      return;
    }
    const joined = this.headOf(other);
    this.pointers[head] = joined;
    const thread = this.threads.get(head);
    if (thread !== undefined) this.join(thread, joined);
  }

  /** The thread of a mail; a group without one gets what `create` makes. */
  threadOf(mail: number, create: () => string): { threadId: string; inThread: boolean } {
    const head = this.headOf(mail);
    const known = this.threads.get(head);
    if (known !== undefined) return { threadId: known, inThread: true };
    const threadId = this.created.get(head) ?? create();
    this.created.set(head, threadId);
    return { threadId, inThread: false };
  }

  private headOf(mail: number): number {
    let head = mail;
    while (this.pointers[head] !== head) head = this.pointers[head]!;
    this.pointers[mail] = head;
    return head;
  }
}
