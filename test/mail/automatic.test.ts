import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { isByProgram } from '../../src/mail/threads/automatic.js';
import { analyse } from '../../src/mail/reading/analyse.js';

const PERSON = 'someone@people.example';

describe('isByProgram', () => {
  it.each([
    ['a person', {}],
    ['Auto-Submitted: no', { 'auto-submitted': 'no' }],
    ['Auto-Submitted: No with a comment', { 'auto-submitted': 'No (by hand)' }],
    ['Precedence: first-class', { precedence: 'first-class' }],
    ['a list', { 'list-id': '<l.example.com>' }],
    ['a help desk that counts complaints', { 'feedback-id': '1:desk' }],
    ['a program that wants no answers', { 'x-auto-response-suppress': 'All' }],
    ['other headers', { subject: 'List-Id: x', 'x-list': 'a', 'content-type': 'text/plain' }],
    ['two parts', { 'content-type': 'multipart/mixed; boundary=report' }],
  ])('is false for %s', (_case, headers) => {
    expect(isByProgram(headers, PERSON)).toBe(false);
  });

  it.each([
    ['Auto-Submitted: auto-replied', { 'auto-submitted': 'auto-replied' }],
    ['Auto-Submitted: Auto-Generated; x=y', { 'auto-submitted': 'Auto-Generated; x=y' }],
    ['Auto-Submitted: nothing known', { 'auto-submitted': 'nothing' }],
    ['one of several Auto-Submitted', { 'auto-submitted': ['no', 'auto-notified'] }],
    ['Precedence: bulk', { precedence: 'bulk' }],
    ['Precedence: Junk', { precedence: 'Junk' }],
    ['Precedence: list', { precedence: ' list' }],
    ['Precedence: auto_reply', { precedence: 'auto_reply' }],
    ['X-Autoreply', { 'x-autoreply': 'yes' }],
    ['X-Autorespond', { 'x-autorespond': '' }],
    ['a bounce', { 'x-failed-recipients': 'a@x.test' }],
    ['a report', { 'content-type': 'Multipart/Report; report-type=delivery-status' }],
  ])('is true for %s', (_case, headers) => {
    expect(isByProgram(headers, PERSON)).toBe(true);
  });

  it.each(['', '<>', ' ', 'MAILER-DAEMON@x.test', 'mailer-daemon', '<Owner-News@x.test>'])(
    'is true for the envelope sender %j',
    (envelopeFrom) => {
      expect(isByProgram({}, envelopeFrom)).toBe(true);
    },
  );

  it.each(['news-request@x.test', 'news-bounces@x.test', 'news-owner@x.test'])(
    'is true for a list, %s',
    (envelopeFrom) => {
      expect(isByProgram({}, envelopeFrom)).toBe(true);
    },
  );

  it.each(['owner@x.test', 'a@owner-x.test', 'request@x.test', '<a@x.test>'])(
    'is false for the envelope sender %s',
    (envelopeFrom) => {
      expect(isByProgram({}, envelopeFrom)).toBe(false);
    },
  );

  it('takes the headers of an analysis', () => {
    const raw = Buffer.from('From: a@x.test\r\nAUTO-SUBMITTED: auto-replied\r\n\r\nAway');
    const { headers } = analyse(raw, { receivedAt: new Date() });
    expect(isByProgram(headers, PERSON)).toBe(true);
  });

  it('never throws', () => {
    const value = fc.oneof(fc.string(), fc.array(fc.string()));
    fc.assert(
      fc.property(fc.dictionary(fc.string(), value), fc.string(), (headers, from) => {
        expect(typeof isByProgram(headers, from)).toBe('boolean');
      }),
    );
  });
});
