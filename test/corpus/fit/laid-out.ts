import type { CorpusMail, Section } from '../read.js';
import { chance } from './chance.js';

/** What stands below any mail: why it was sent, how to stop it, and how firms close. */
interface Foot {
  readonly why: string;
  readonly stop: string;
  readonly help: string;
}

const ENGLISH: Foot = {
  why: 'You receive this mail because you have an account with us.',
  stop: 'Unsubscribe',
  help: 'Questions? Call us or write to',
};

/** By language; others have English below them, as much mail has. */
const FEET: Readonly<Record<string, Foot>> = {
  de: {
    why: 'Sie erhalten diese E-Mail, weil Sie bei uns ein Konto haben.',
    stop: 'Abmelden',
    help: 'Fragen? Rufen Sie an oder schreiben Sie an',
  },
  fr: {
    why: 'Vous recevez cet e-mail car vous avez un compte chez nous.',
    stop: 'Se désabonner',
    help: 'Une question ? Appelez-nous ou écrivez à',
  },
  es: {
    why: 'Recibe este correo porque tiene una cuenta con nosotros.',
    stop: 'Darse de baja',
    help: '¿Preguntas? Llámenos o escriba a',
  },
  it: {
    why: 'Ricevi questa email perché hai un account con noi.',
    stop: 'Annulla iscrizione',
    help: 'Domande? Chiamaci o scrivi a',
  },
  pt: {
    why: 'Recebeu este e-mail porque tem uma conta connosco.',
    stop: 'Cancelar subscrição',
    help: 'Dúvidas? Ligue ou escreva para',
  },
  nl: {
    why: 'U ontvangt deze e-mail omdat u een account bij ons heeft.',
    stop: 'Afmelden',
    help: 'Vragen? Bel ons of mail naar',
  },
  pl: {
    why: 'Otrzymujesz tę wiadomość, ponieważ masz u nas konto.',
    stop: 'Wypisz się',
    help: 'Pytania? Zadzwoń lub napisz na',
  },
  ru: {
    why: 'Вы получили это письмо, потому что у вас есть учётная запись.',
    stop: 'Отписаться',
    help: 'Вопросы? Звоните или пишите на',
  },
  ja: {
    why: 'このメールは会員の皆さまにお送りしています。',
    stop: '配信停止',
    help: 'お問い合わせ',
  },
  ko: {
    why: '본 메일은 회원님께 발송되었습니다.',
    stop: '수신거부',
    help: '고객센터',
  },
  zh: {
    why: '您收到此邮件是因为您是我们的用户。',
    stop: '退订',
    help: '客服',
  },
  ar: {
    why: 'تلقيت هذه الرسالة لأن لديك حسابًا لدينا.',
    stop: 'إلغاء الاشتراك',
    help: 'للاستفسار اتصل بنا أو راسلنا',
  },
  tr: {
    why: 'Bu e-postayı bizde hesabınız olduğu için aldınız.',
    stop: 'Abonelikten çık',
    help: 'Sorularınız için arayın veya yazın',
  },
};

/** What stands above and below a text, as firms close their mail. */
type Layout = (foot: Foot, site: string) => readonly [above: string, below: string];

const LOGO = '<img src="https://cdn.mail.example/logo.png" alt="" width="96">';

const LAYOUTS: readonly Layout[] = [
  ({ why, stop }, site) => [
    `<table width="600" align="center"><tr><td style="padding:20px"><a href="https://${site}/">${LOGO}</a></td></tr><tr><td style="padding:0 20px">`,
    `</td></tr><tr><td style="font-size:11px;color:#999">${why} 12 Harbour Street, Springfield 90210<br><a href="https://${site}/unsubscribe?u=77120">${stop}</a></td></tr></table>`,
  ],
  ({ help }, site) => [
    '<div style="max-width:560px;margin:auto">',
    `<hr><p style="color:#777;font-size:12px">${help} help@${site}, +1 415 555 0127<br>© 2026, Reg. no. 48291307</p></div>`,
  ],
  ({ stop, help }, site) => [
    '<div>',
    `</div><p style="font-size:11px;text-align:center"><a href="https://${site}/faq">FAQ</a> · <a href="https://${site}/preferences?id=204417">${stop}</a> · <a href="https://${site}/app"><img src="https://cdn.mail.example/app.png" alt="App Store"></a></p><p style="font-size:10px">${help} help@${site}</p>`,
  ],
];

const escaped = (text: string) => text.replace(/&/g, '&amp;').replace(/</g, '&lt;');

/** Paragraphs, and addresses as links. */
const toHtml = (text: string): string =>
  escaped(text)
    .replace(/https?:\/\/[^\s<>()[\]]*[^\s<>()[\].,;:!?]/g, '<a href="$&">$&</a>')
    .split(/\n{2,}/)
    .map((paragraph) => `<p>${paragraph.replace(/\n/g, '<br>')}</p>`)
    .join('\n');

const contentOf = (sections: readonly Section[], wanted: string) =>
  sections.find(({ name }) => name === wanted)?.content;

/** Lines as long as programs leave them, and what stands below in plain text. */
const toPlain = (text: string, { why, stop, help }: Foot, site: string): string =>
  `${text
    .split('\n')
    .map((line) => (line.includes('://') ? line : line.replace(LONG, '$1\n')))
    .join(
      '\n',
    )}\n\n${why}\n${help} help@${site}, +1 415 555 0127\n${stop}: https://${site}/u/77120`;

const LONG = /(.{50,66}) /g;

const END_OF_BODY = /<\/body>|$(?![\s\S])/i;

/** A mail with what senders put below; plain text is wrapped, or gets a layout. Null for a mail of other parts. */
export function laidOut(mail: CorpusMail): CorpusMail | null {
  const { name, sections, labels } = mail;
  if (sections.some((one) => one.name !== 'text' && one.name !== 'html')) return null;
  const foot = FEET[labels.lang.split('-')[0]!] ?? ENGLISH;
  const drawn = Math.floor((LAYOUTS.length + 1) * chance(`${name} layout`));
  return { ...mail, sections: [closed(sections, drawn, foot, siteOf(mail))] };
}

/** The domain of the sender. */
function siteOf({ headers }: CorpusMail): string {
  const from = headers.find(([header]) => header === 'From')?.[1] ?? '';
  return /@([\w.-]+)/.exec(from)?.[1] ?? 'mail.example';
}

/** The text that is shown, with what stands above and below in one of the layouts, or in plain text. */
function closed(sections: readonly Section[], drawn: number, foot: Foot, site: string): Section {
  const text = contentOf(sections, 'text') ?? '';
  const html = contentOf(sections, 'html');
  if (html === undefined && drawn === LAYOUTS.length)
    return sectionOf('text', toPlain(text, foot, site));
  const [above, below] = LAYOUTS[drawn % LAYOUTS.length]!(foot, site);
  const content = html?.replace(END_OF_BODY, `${below}$&`) ?? `${above}${toHtml(text)}${below}`;
  return sectionOf('html', content);
}

const sectionOf = (name: string, content: string): Section => ({
  name,
  contentType: null,
  content,
});
