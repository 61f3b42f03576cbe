import type { CorpusMail, Labels } from '../read.js';

/** Who writes where nothing depends on it. */
const NORTHWIND = 'Northwind <no-reply@northwind.example>';

/** What a mail that is put together for fitting says, and is labelled with. */
export interface MadeMail {
  readonly name: string;
  /** Stands for the hand that wrote it. */
  readonly file: string;
  readonly labels: Partial<Labels> & Pick<Labels, 'lang' | 'class'>;
  readonly from?: string | undefined;
  readonly subject?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** HTML where it begins with a tag. */
  readonly content: string;
}

/** Puts a mail together; what its labels do not name is not there. */
export const madeMail = ({
  name,
  file,
  labels,
  from = NORTHWIND,
  subject = 'Northwind',
  headers = {},
  content,
}: MadeMail): CorpusMail => ({
  name,
  file,
  labels: {
    ...{ category: 'other', codes: [], verify: [], magic: [], reset: [], backup: [] },
    ...{ hidden: false, charset: 'utf-8' },
    ...labels,
  },
  headers: [['From', from], ['Subject', subject], ...Object.entries(headers)],
  sections: [{ name: content.startsWith('<') ? 'html' : 'text', contentType: null, content }],
});
