import type { LinkKind } from '../analysis.js';
import { clip } from '../text/safe-text.js';

/** What a link may be for. */
export type LinkPurpose = Exclude<LinkKind, 'other'>;

const MAX_ADDRESS = 4000;

/** Words of addresses: English everywhere, and what sites call their own pages. */
const WORDS: Readonly<Record<LinkPurpose, RegExp>> = {
  verify:
    /(?<!un)(?:verif(?!ication[-_](?:code|token|key)=)|confirm)|(?<!de|in)activat|(?<!in)valid(?:at|[ae]r)|opt-?in|doi\b|mail[-_]verification[-_](?:code|token|key)=|[?&](?:new_?(?:user_?)?e?mail|adminhash)=|registration-complete|bestaetig|bevestig|(?<!de)activeer|(?<!des)activ[ae]r|bekr[ae]ft|(?<!de|in|av|dez)akt(?:iv|ywuj)|potwierdz|potvrd|potvrzen|confirma|conferm|(?<!dis)attiva|convalid|onay|dogrula|etkinlestir|podtver|pidtver|potvurd|konfirm|verifik|verifie|xac-?(?:nhan|thuc|minh)|kich-?hoat|kakunin|ninsho|touroku|toroku|yanzheng|jihuo|queren|injeung|hwagin|vahvist|megerosit|epivev|tasdik|taeed|tafeel/,
  magic:
    /magic|passwordless|one-?(?:click|time)|(?:login|signin|sign-in|log-in|auth|session)s?[/?_-](?!regist|sign-?up|[a-z]{0,8}invit|join|action|alert|activit|histor|notif|notice|attempt|event|report|review|device|recovery)|log-?in-?(?:with|by|via)|otl\b|connexion|connect|entrar|acceso|acess|acced|access[oi]|anmeld|einlog|inlog|logga-?in|log-?ind|logg-?inn|zaloguj|logowanie|giris|oturum|vhod|vkhid|vxod|belep|kirjaudu|masuk|dang-?nhap|prihlas|autentific|syndes|roguin|denglu/,
  reset:
    /reset|\/pw[/?]|[?&]action=rp\b|pwd(?!=)|passw(?!(?:or)?d=)|passphrase|recover|forgot|zuruecksetz|kennwort|reinitialis|mot-?de-?passe|restablec|contrasen|redefin|repor-|repor\/|recupera|reimpost|senha|wachtwoord|haslo|aterstall|losenord|sifre|parola|sbros|parol|lupa-?(?:kata-?)?sandi|atur-?ulang|mat-?khau|salasana|jelszo|heslo|nulstil|adgangskode/,
  unsubscribe:
    /unsub|opt-?out|preferences|prefs|remove-?me|abmeld|abbestell|desabonn|desinscr|desuscri|cancelar-?inscr|cancelar-?susc|\bbaja\b|disiscri|cancellati|uitschrij|afmeld|wypisz|avregistrer|avprenumerer|avanmal|odhlas|leiratkoz|otpis|vidpis|abonelikten|huy-?dang-?ky|berhenti|subscription|email-settings/,
};

/** 2: a long random piece; 1: a short one or some parameter; 0: an address for everybody. */
export type Strength = 0 | 1 | 2;

/** An address as far as it tells what it is for. */
export interface LinkAddress {
  readonly host: string;
  /** Path, query and route in lower case. */
  readonly text: string;
  readonly strength: Strength;
  /** Whether its strongest piece stands in the query or behind `#`. */
  readonly isParameter: boolean;
  /** A page of help that everybody may read. */
  readonly isPage: boolean;
  /** Whether a piece of its path is words, as those of articles and threads are: `/t/verify-mail-missing/48291`. */
  readonly isTitle: boolean;
  /** What its words speak of, as far as that was asked. */
  readonly said: Partial<Record<LinkPurpose, boolean>>;
}

/** Pages for everybody; what stands around them is said of another link. */
const PAGES =
  /\/(?:help|faq|support|privacy|terms|legal|about|contact|learn|docs|blog|policies|hilfe|datenschutz|impressum|agb|aide|confidentialite|cgu|cgv|mentions|ayuda|privacidad|ajuda|aiuto|hulp|voorwaarden|pomoc|regulamin|yardim|gizlilik|hjalp|hjelp|hjaelp|bantuan|integritet|personvern)(?![a-z]{3})/;

/** Where firms keep what explains their services. */
const HELP_HOST = /^(?:docs?|help|support|kb|wiki|faq|blog|hilfe|aide|ayuda|ajuda|hulp|pomoc)\./;
const HELP_PATH = /\/(?:articles?|docs?|hc|kb|knowledge(?:-?base)?|guides?)\//;

/** Where an app is fetched from. */
const STORE_PATH = /\/id\d{6,12}(?:[/?]|$)|\/store\/apps\/|[?&]id=[a-z]{2,8}\.[a-z]/;

/** What counts visits by campaign is the same for all receivers: `utm_campaign=summer30`. */
const CAMPAIGN = /\butm_[a-z]{1,12}=[^&]*&?/gi;

/**
 * `#/password/new/…`, `#reset/…`, `#token=…`, `#t:…`: where pages that are one program keep what others have in the
 * path. Other words behind `#` are the heading of a page, but for what is no word.
 */
const ROUTE = /[=/:]|^#(?=[^-]*\d)[\w-]{20,}$/;

/** Reads the address of a link once for all questions. */
export function readAddress({ hostname, pathname, search: query, hash }: URL): LinkAddress {
  const route = ROUTE.test(hash) ? hash : '';
  const search = `${query.replace(CAMPAIGN, '')}${route}`;
  const path = clip(pathname.toLowerCase(), MAX_ADDRESS);
  const parameters = clip(search.toLowerCase(), MAX_ADDRESS - path.length);
  const isHelp = search === '' && (HELP_HOST.test(hostname) || HELP_PATH.test(path));
  const text = path + parameters;
  const isForAll = isHelp || STORE_PATH.test(text);
  const ofPath = readPieces(path);
  const ofParameters = readPieces(parameters).strength;
  return {
    host: hostname,
    text,
    // The title of an article and the number of an app are no tokens.
    strength: isForAll ? 0 : larger(ofPath.strength, ofParameters),
    isParameter: ofParameters > ofPath.strength,
    isPage: isForAll || PAGES.test(text),
    isTitle: ofPath.isTitle,
    said: {},
  };
}

const larger = (one: Strength, other: Strength): Strength => (one > other ? one : other);

/** Whether the words of an address name a purpose: `/verify-email`, `?action=reset`. */
export const speaksOf = ({ said, text }: LinkAddress, purpose: LinkPurpose): boolean =>
  (said[purpose] ??= WORDS[purpose].test(text));

/** Whether an address ends with the words that name a purpose, so that everybody has the same: `/verify-email`. */
export const isBare = ({ strength, text }: LinkAddress, purpose: LinkPurpose): boolean =>
  strength === 0 && !text.includes('?') && WORDS[purpose].test(text.slice(text.lastIndexOf('/')));

/** Whether whoever opens an address ends what was asked for, or an account, or leaves a list: `/revoke/reset-password?token=…`. */
export const takesBack = ({ text }: LinkAddress): boolean =>
  WITHDRAWS.test(text) || DELETES.test(text);
const WITHDRAWS =
  /(?:^|[/:=_])(?:revoke|cancel|invalidate|deny|decline|reject|disavow|not-?me)(?:-?(?:e?mail|confirmation))?(?![a-z])|^[^?]*[/_-]unsubscribe(?![a-z])/;
const DELETES =
  /^[^?]*[/_-](?:[a-z]{0,12}(?:delet(?:e|ion)|deactivat(?:e|ion)|de[sz]?a[ck]t[iy][vw][a-z]{0,8}|disattiva[a-z]{0,5}|owner[a-z]{0,10})|[a-z]{2,12}[_-]?remov(?:e|al))(?![a-z])|[?&][a-z_-]{0,20}(?:delet|remov)[a-z_-]{0,20}=/;

/** Whether an address holds something that only its receiver has, and is not there to leave a list or to take something back. */
export const isPersonal = (address: LinkAddress): boolean =>
  address.strength > 0 && !speaksOf(address, 'unsubscribe') && !takesBack(address);

/** By ASCII code. */
const SEPARATORS = Uint8Array.from({ length: 0x80 }, (_, code) =>
  Number('/?&=#;'.includes(String.fromCharCode(code))),
);

interface AddressPieces {
  /** That of the strongest of them. */
  readonly strength: Strength;
  readonly isTitle: boolean;
}

/** What separators leave of an address. */
function readPieces(address: string): AddressPieces {
  let [strength, numbered, isTitle]: [Strength, Strength, boolean] = [0, 0, false];
  let start = 0;
  for (let end = 0; end <= address.length; end++) {
    if (end < address.length && SEPARATORS[address.charCodeAt(end)] !== 1) continue;
    if (end - start >= SHORTEST) {
      const piece = address.slice(start, end);
      if (isSecret(address, start)) strength = larger(strength, larger(1, strengthOf(piece)));
      else if (TITLE.test(piece)) [isTitle, numbered] = [true, 0];
      else if (!NUMBER.test(piece)) strength = larger(strength, strengthOf(piece));
      else if (!isTitle) numbered = larger(numbered, strengthOf(piece));
    }
    start = end + 1;
  }
  return { strength: larger(strength, numbered), isTitle };
}

/** Whether a parameter by whose name only its receiver has it begins at a place: `token=`, `password=`. */
const isSecret = (address: string, start: number) =>
  address.charAt(start - 1) === '=' && SECRET.test(address.slice(Math.max(0, start - 10), start));
const SECRET = /(?:token|password|passcode|otp|secret)=$/;

const SHORTEST = 4;
/** Three words or more, maybe with a number before or behind them (`48291-verify-your-email`), or any in other scripts. */
const TITLE =
  /^(?:\d{1,12}[-_])?[a-z]{1,24}(?:[-_](?:[a-z]{1,24}|\d{1,2}(?=[-_]))){2,30}(?:[-_]\d{1,12})?$|%[c-f][0-9a-f]%/;
/** What a thread or an article is known by beside its title. */
const NUMBER = /^\d{1,12}$/;

/** The receiver's address is no secret: `?email=jo%40a.example`. */
const MAILBOX = /(?:@|%40)[a-z\d-]{1,63}(?:\.[a-z\d-]{1,63}){1,8}$/;

function strengthOf(piece: string): Strength {
  if (MAILBOX.test(piece)) return 0;
  if (piece.length >= 30) return 2;
  if (!/\d/.test(piece)) return 0;
  return piece.length >= 16 ? 2 : 1;
}
