import { escapeHtml } from './mail/html/escape-html.js';

/** What a page is made of. */
interface DocumentParts {
  readonly title: string;
  /** CSS. */
  readonly style: string;
  /** HTML. */
  readonly content: string;
}

/** The document of a page that people see. */
export const htmlPage = ({ title, style, content }: DocumentParts): string => `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>${escapeHtml(title)}</title>
    <style>${style}</style>
  </head>
  <body>
    <h1>${escapeHtml(title)}</h1>
    ${content}
  </body>
</html>
`;
