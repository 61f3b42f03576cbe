import { expect, it } from '@jest/globals';
import type { MailboxView } from '../../src/imap/session.js';
import { ClosedViews } from '../../src/live/mailboxes/closed-views.js';
import { UNSEEN } from '../../src/live/mailboxes/view.js';

const viewOf = (messages: number): MailboxView => ({
  uidValidity: 1,
  uidNext: messages + 1,
  highestModseq: messages,
  messages: Array.from({ length: messages }, (_, n) => ({
    uid: n + 1,
    emailId: `eml_${n}`,
    seen: false,
    modseq: n + 1,
  })),
});

it('views are kept as long as there is room, those that were used last the longest', () => {
  const views = new ClosedViews(10);
  const [three, four, five] = [viewOf(3), viewOf(4), viewOf(5)];
  views.keep('three', three);
  views.keep('four', four);
  expect(views.take('three')).toBe(three);
  expect(views.take('three')).toBe(UNSEEN);
  views.keep('three', three);
  views.keep('five', five);
  expect(views.take('four')).toBe(UNSEEN);
  expect(views.take('three')).toBe(three);
  expect(views.take('five')).toBe(five);

  views.keep('five', five);
  views.keep('much', viewOf(11));
  expect(views.take('much')).toBe(UNSEEN);
  expect(views.take('five')).toBe(five);
});
