import type { CorpusMail, Section } from '../read.js';
import { chance } from './chance.js';

/** What stands above and below any mail: where a site leads to, why the mail was sent, what may be read besides. */
interface Dress {
  readonly nav: readonly string[];
  readonly browser: string;
  readonly why: string;
  readonly silent: string;
  readonly help: string;
  readonly rest: readonly string[];
}

const dress = (nav: string, lines: string, rest: string): Dress => {
  const [browser = '', why = '', silent = '', help = ''] = lines.split('|');
  return { nav: nav.split('|'), browser, why, silent, help, rest: rest.split('|') };
};

const ENGLISH = dress(
  'Shop|My account|Offers|Support',
  'View in browser|You receive this mail because you have an account with us.|Please do not reply to this message.|Questions? Call us or write to',
  'Unsubscribe|Email preferences|Privacy policy|Terms|Help centre',
);

/** By language; others have English around them, as much mail has. */
const DRESSES: Readonly<Record<string, Dress>> = {
  de: dress(
    'Startseite|Mein Konto|Angebote|Service',
    'Im Browser ansehen|Sie erhalten diese E-Mail, weil Sie bei uns ein Konto haben.|Bitte antworten Sie nicht auf diese Nachricht.|Fragen? Rufen Sie an oder schreiben Sie an',
    'Abmelden|Einstellungen|Datenschutz|AGB|Hilfe',
  ),
  fr: dress(
    'Boutique|Mon compte|Offres|Aide',
    'Voir dans le navigateur|Vous recevez cet e-mail car vous avez un compte chez nous.|Merci de ne pas répondre à ce message.|Une question ? Appelez-nous ou écrivez à',
    'Se désabonner|Préférences|Confidentialité|Conditions|Aide',
  ),
  es: dress(
    'Tienda|Mi cuenta|Ofertas|Ayuda',
    'Ver en el navegador|Recibe este correo porque tiene una cuenta con nosotros.|No responda a este mensaje.|¿Preguntas? Llámenos o escriba a',
    'Darse de baja|Preferencias|Privacidad|Condiciones|Ayuda',
  ),
  it: dress(
    'Negozio|Il mio account|Offerte|Assistenza',
    'Apri nel browser|Ricevi questa email perché hai un account con noi.|Ti preghiamo di non rispondere.|Domande? Chiamaci o scrivi a',
    'Annulla iscrizione|Preferenze|Privacy|Condizioni|Assistenza',
  ),
  pt: dress(
    'Loja|Minha conta|Ofertas|Ajuda',
    'Ver no navegador|Recebeu este e-mail porque tem uma conta connosco.|Não responda a esta mensagem.|Dúvidas? Ligue ou escreva para',
    'Cancelar subscrição|Preferências|Privacidade|Termos|Ajuda',
  ),
  nl: dress(
    'Winkel|Mijn account|Aanbiedingen|Service',
    'Bekijk in je browser|U ontvangt deze e-mail omdat u een account bij ons heeft.|U kunt niet op dit bericht antwoorden.|Vragen? Bel ons of mail naar',
    'Afmelden|Voorkeuren|Privacy|Voorwaarden|Hulp',
  ),
  pl: dress(
    'Sklep|Moje konto|Oferty|Pomoc',
    'Zobacz w przeglądarce|Otrzymujesz tę wiadomość, ponieważ masz u nas konto.|Prosimy nie odpowiadać na tę wiadomość.|Pytania? Zadzwoń lub napisz na',
    'Wypisz się|Preferencje|Prywatność|Regulamin|Pomoc',
  ),
  ru: dress(
    'Магазин|Личный кабинет|Акции|Поддержка',
    'Открыть в браузере|Вы получили это письмо, потому что у вас есть учётная запись.|Пожалуйста, не отвечайте на это письмо.|Вопросы? Звоните или пишите на',
    'Отписаться|Настройки|Конфиденциальность|Условия|Помощь',
  ),
  ja: dress(
    'ホーム|マイページ|キャンペーン|ヘルプ',
    'ブラウザで見る|このメールは会員の皆さまにお送りしています。|本メールに返信いただいてもお答えできません。|お問い合わせ',
    '配信停止|配信設定|プライバシーポリシー|利用規約|ヘルプ',
  ),
  ko: dress(
    '홈|내 계정|혜택|고객센터',
    '브라우저에서 보기|본 메일은 회원님께 발송되었습니다.|본 메일은 발신 전용입니다.|고객센터',
    '수신거부|수신 설정|개인정보처리방침|이용약관|도움말',
  ),
  zh: dress(
    '首页|我的账户|优惠活动|客服中心',
    '在浏览器中查看|您收到此邮件是因为您是我们的用户。|此为系统邮件，请勿回复。|客服',
    '退订|邮件设置|隐私政策|服务条款|帮助中心',
  ),
  ar: dress(
    'المتجر|حسابي|العروض|المساعدة',
    'عرض في المتصفح|تلقيت هذه الرسالة لأن لديك حسابًا لدينا.|يرجى عدم الرد على هذه الرسالة.|للاستفسار اتصل بنا أو راسلنا',
    'إلغاء الاشتراك|التفضيلات|الخصوصية|الشروط|المساعدة',
  ),
  tr: dress(
    'Mağaza|Hesabım|Fırsatlar|Yardım',
    'Tarayıcıda görüntüle|Bu e-postayı bizde hesabınız olduğu için aldınız.|Lütfen bu iletiyi yanıtlamayın.|Sorularınız için arayın veya yazın',
    'Abonelikten çık|Tercihler|Gizlilik|Koşullar|Yardım',
  ),
};

/** What firms print about themselves. */
const FIRMS = [
  '12 Harbour Street, Springfield 90210',
  '© 2026, Reg. no. 48291307',
  '+1 415 555 0127',
  'VAT GB 118 2204 41, 30 Bedford Place, London WC1B 5JQ',
  'HRB 55120, USt-IdNr. DE204417888, 10117 Berlin',
  'P. IVA 06153836109, Tel. 02 855 9455, 20123 Milano',
] as const;
const SOCIAL = ['Facebook', 'Instagram', 'LinkedIn', 'App Store'] as const;

/** Draws what a mail has of a list: always the same for its name. */
const drawn = <Item>(items: readonly Item[], name: string, share: number): Item[] =>
  items.filter((_, i) => chance(`${name} ${i}`) < share);

type Link = (text: string, path: string) => string;

/** What stands above a text, and what below it, piece by piece. */
function piecesOf({ name, labels }: CorpusMail, site: string, link: Link) {
  const own = chance(`${name} english`) < 0.2 ? undefined : DRESSES[labels.lang.split('-')[0]!];
  const { nav, browser, why, silent, help, rest } = own ?? ENGLISH;
  const linked = (words: readonly string[], path: string) =>
    words.map((word, i) => link(word, `${path}/${i}`));
  const head = [[link(browser, 'view?m=905588')], linked(nav, 'n')];
  const foot = [
    ...[[why], [silent], [`${help} help@${site}`], drawn(FIRMS, `${name} firm`, 0.4)],
    ...[
      linked(drawn(rest, `${name} rest`, 0.6), 'f?u=77120'),
      linked(drawn(SOCIAL, `${name} social`, 0.4), 's'),
    ],
  ];
  return {
    above: drawn(head, `${name} head`, 0.5).filter(({ length }) => length > 0),
    below: drawn(foot, `${name} foot`, 0.7).filter(({ length }) => length > 0),
  };
}

/** A text as HTML has it. */
export const escaped = (text: string): string => text.replace(/&/g, '&amp;').replace(/</g, '&lt;');

/** Paragraphs, and addresses as links. */
const toHtml = (text: string): string =>
  escaped(text)
    .replace(/https?:\/\/[^\s<>()[\]]*[^\s<>()[\].,;:!?]/g, '<a href="$&">$&</a>')
    .split(/\n{2,}/)
    .map((paragraph) => `<p>${paragraph.replace(/\n/g, '<br>')}</p>`)
    .join('\n');

const SMALL = [
  'font-size:11px;color:#999',
  'color:#777;font-size:12px',
  'font-size:10px',
  '',
] as const;
const GAPS = [' | ', ' · ', ' ', '<br>'] as const;

/** Rows of a table, or blocks, around a text; what has its own layout gets only what stands below. */
function inHtml(mail: CorpusMail, site: string, html: string | undefined, text: string): string {
  const pick = <Item>(items: readonly Item[], what: string): Item =>
    items[Math.floor(items.length * chance(`${mail.name} ${what}`))]!;
  const gap = pick(GAPS, 'gap');
  const style = pick(SMALL, 'small');
  const isTable = chance(`${mail.name} table`) < 0.5;
  const block = (content: string, look = '') =>
    isTable
      ? `<tr><td style="${look}">${content}</td></tr>`
      : `<div style="${look}">${content}</div>`;
  const whole = (content: string) =>
    isTable ? `<table width="600" align="center">${content}</table>` : content;
  const { above, below } = piecesOf(
    mail,
    site,
    (word, path) => `<a href="https://${site}/${path}">${word}</a>`,
  );
  const foot = below.map((row) => block(row.join(gap), style)).join('\n');
  if (html !== undefined) return html.replace(END_OF_BODY, () => `${whole(foot)}</body>`);
  const head = above.map((row) => block(row.join(gap), style)).join('\n');
  return whole(`${head}${block(toHtml(text))}${foot}`);
}

/** Before it stands what is put at the end of a page. */
export const END_OF_BODY = /<\/body>|$(?![\s\S])/i;
const LONG = /(.{50,66}) /g;
const RULES = ['-- ', '-'.repeat(60), '_'.repeat(40), ''] as const;

/** Lines as long as programs leave them, and the same around it in plain text. */
function inPlain(mail: CorpusMail, site: string, text: string): string {
  const isBeside = chance(`${mail.name} beside`) < 0.5;
  const link: Link = (word, path) =>
    isBeside ? `${word} <https://${site}/${path}>` : `${word}: https://${site}/${path}`;
  const { above, below } = piecesOf(mail, site, link);
  const rule = RULES[Math.floor(RULES.length * chance(`${mail.name} rule`))]!;
  const lines = text
    .split('\n')
    .map((line) => (line.includes('://') ? line : line.replace(LONG, '$1\n')));
  const rows = (pieces: readonly (readonly string[])[]) => pieces.map((row) => row.join('\n'));
  return [...rows(above), '', ...lines, '', rule, ...rows(below)].join('\n');
}

const contentOf = (sections: readonly Section[], wanted: string) =>
  sections.find(({ name }) => name === wanted)?.content;

/** The domain of the sender. */
function siteOf({ headers }: CorpusMail): string {
  const from = headers.find(([header]) => header === 'From')?.[1] ?? '';
  return /@([\w.-]+)/.exec(from)?.[1] ?? 'mail.example';
}

/** How many of the plain texts stay what they are. */
const PLAIN = 0.35;

/** A mail with what senders put around it; plain text is wrapped, or gets a layout. Null for a mail of other parts. */
export function laidOut(mail: CorpusMail): CorpusMail | null {
  const { name, sections } = mail;
  if (sections.some((one) => one.name !== 'text' && one.name !== 'html')) return null;
  const text = contentOf(sections, 'text') ?? '';
  const html = contentOf(sections, 'html');
  const isPlain = html === undefined && chance(`${name} plain`) < PLAIN;
  const content = isPlain
    ? inPlain(mail, siteOf(mail), text)
    : inHtml(mail, siteOf(mail), html, text);
  return { ...mail, sections: [{ name: isPlain ? 'text' : 'html', contentType: null, content }] };
}
