import type { LinkRisk } from '../analysis.js';
import { domainOf } from '../text/mail-address.js';
import { siteOf } from '../text/sender-site.js';

const SHORTENERS = new Set([
  ...['bit.ly', 'bitly.com', 'tinyurl.com', 't.co', 'goo.gl', 'ow.ly', 'is.gd', 'buff.ly', 'v.gd'],
  ...['rebrand.ly', 'cutt.ly', 'shorturl.at', 'rb.gy', 't.ly', 'tiny.cc', 'bl.ink', 'lnkd.in'],
  ...['soo.gd', 's.id', 'clck.ru', 'vk.cc', 'dlvr.it', 'trib.al', 'qr.ae', 'adf.ly', 'short.io'],
]);
/** A host name shown as the text of a link. */
const SHOWN_HOST = /^(?:https?:\/\/)?((?:[\p{L}\p{Nd}-]{1,63}\.){1,6}\p{L}{2,24})(?:[/:?#]|$)/iu;
const IPV4 = /^\d{1,3}(?:\.\d{1,3}){3}$/;

/** What is suspicious about a link with this address and this text. */
export function linkRisks(url: URL, text: string): LinkRisk[] {
  const host = url.hostname;
  const risks: LinkRisk[] = [];
  if (host.includes('xn--') && /(?:^|\.)xn--/.test(host)) risks.push('punycode');
  if (IPV4.test(host) || host.startsWith('[')) risks.push('raw_ip');
  if (namesOtherSite(host, text)) risks.push('text_mismatch');
  if (SHORTENERS.has(host.startsWith('www.') ? host.slice(4) : host)) risks.push('shortener');
  if (url.username !== '' || url.password !== '') risks.push('userinfo');
  return risks;
}

function namesOtherSite(host: string, text: string): boolean {
  if (!text.includes('.')) return false;
  const shown = domainOf(SHOWN_HOST.exec(text.trim())?.[1] ?? '');
  if (shown === '' || shown === host) return false;
  const shownSite = siteOf(shown);
  return shownSite !== null && shownSite !== siteOf(host);
}
