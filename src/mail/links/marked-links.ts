import type { Anchor } from '../html/html-anchors.js';
import type { Markup } from '../markup/markup.js';
import { createSenderSite } from '../text/sender-site.js';

/**
 * Whether the markup of a page leads programs where it leads no reader: to a site that is not the sender's and that
 * none of the links it shows leads to. Those who count who follows a link have other addresses for the same page.
 */
export function leadsElsewhere(
  { actions }: Markup,
  anchors: readonly Anchor[],
  sender: string,
): boolean {
  if (actions.size === 0) return false;
  const shown = new Set(anchors.map(({ url }) => hostOf(url)));
  const isOfSender = createSenderSite(sender);
  return [...actions.keys()].some((url) => {
    const host = hostOf(url);
    return host !== null && !shown.has(host) && !isOfSender(host);
  });
}

function hostOf(url: string): string | null {
  try {
    return /^https?:/i.test(url) ? new URL(url).hostname : null;
  } catch {
    return null;
  }
}
