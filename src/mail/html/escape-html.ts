const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** `text` as it stands in HTML, also within the quotes of an attribute. */
export const escapeHtml = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => ENTITIES[character]!);

/** `text` as it stands between tags of HTML, where quotes may stay: they are frequent. */
export const escapeHtmlText = (text: string): string =>
  text.replace(/[&<>]/g, (character) => ENTITIES[character]!);
