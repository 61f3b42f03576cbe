import { describe, expect, it } from '@jest/globals';
import { splitQuotes, type QuoteContext } from '../../src/mail/text/quote.js';

const REPLY: QuoteContext = { isReply: true, isForward: false };
const isSubject = (text: string) => /^(?:re: )?lunch$/i.test(text);
const ABOUT_LUNCH: QuoteContext = { ...REPLY, isSubject };
const stripped = (text: string, context = REPLY) => splitQuotes(text, context).stripped;

describe('splitQuotes', () => {
  it.each([
    ['Gmail', 'On Fri, Nov 20, 2026 at 9:41 AM Sam Doe <sam@people.example> wrote:'],
    ['Gmail, wrapped', 'On Fri, Nov 20, 2026 at 9:41 AM Sam Doe <sam@people.example>\nwrote:'],
    [
      'Gmail, wrapped within its verb',
      'Le ven. 20 nov. 2026 à 09:41, Sam Doe <sam@people.example> a\nécrit :',
    ],
    ['Apple Mail', 'On 20 Nov 2026, at 09:41, Sam Doe <sam@people.example> wrote:'],
    ['Thunderbird', 'On 20/11/2026 09:41, Sam Doe wrote:'],
    ['German', 'Am 20.11.2026 um 09:41 schrieb Sam Doe <sam@people.example>:'],
    ['French', 'Le ven. 20 nov. 2026 à 09:41, Sam Doe <sam@people.example> a écrit :'],
    ['Spanish', 'El vie, 20 nov 2026 a las 9:41, Sam Doe (<sam@people.example>) escribió:'],
    ['Portuguese', 'Em sex., 20 de nov. de 2026 às 09:41, Sam Doe <sam@people.example> escreveu:'],
    [
      'Italian',
      'Il giorno ven 20 nov 2026 alle ore 09:41 Sam Doe <sam@people.example> ha scritto:',
    ],
    ['Dutch', 'Op vr 20 nov 2026 om 09:41 schreef Sam Doe <sam@people.example>:'],
    ['Swedish', 'Den fre 20 nov. 2026 kl 09:41 skrev Sam Doe <sam@people.example>:'],
    ['Polish', 'pt., 20 lis 2026 o 09:41 Sam Doe <sam@people.example> napisał(a):'],
    ['Turkish', 'Sam Doe <sam@people.example>, 20 Kas 2026 Cum, 09:41 tarihinde şunu yazdı:'],
    ['Russian', 'пт, 20 нояб. 2026 г. в 09:41, Sam Doe <sam@people.example>:'],
    ['Ukrainian', 'пт, 20 лист. 2026 р. о 09:41 Sam Doe <sam@people.example> пише:'],
    ['Japanese', '2026年11月20日(金) 9:41 Sam Doe <sam@people.example>:'],
    ['Korean', '2026년 11월 20일 (금) 오전 9:41, Sam Doe <sam@people.example>님이 작성:'],
    ['Chinese', 'Sam Doe <sam@people.example> 于2026年11月20日周五 09:41写道：'],
    ['Arabic', 'في الجمعة، 20 نوفمبر 2026 9:41 ص كتب Sam Doe <sam@people.example>:'],
    ['Hebrew', 'ב-יום ו׳, 20 בנוב׳ 2026 ב-9:41 מאת Sam Doe <sam@people.example>:'],
    ['Vietnamese', 'Vào Th 6, 20 thg 11, 2026 vào lúc 09:41 Sam Doe <sam@people.example> đã viết:'],
    ['Thai', 'ในวันที่ ศ. 20 พ.ย. 2026 เวลา 9:41 Sam Doe <sam@people.example> เขียนว่า:'],
    ['Indonesian', 'Pada Jum, 20 Nov 2026 pukul 09.41 Sam Doe <sam@people.example> menulis:'],
  ])('takes off what stands below the introduction of %s', (_program, introduction) => {
    expect(stripped(`See you there.\n\n${introduction}\n\n> Lunch?\n> Sam\n`)).toBe(
      'See you there.',
    );
    expect(stripped(`See you there.\n\n${introduction}\n\nLunch?\nSam\n`)).toBe('See you there.');
  });

  it.each([
    ['Russian', 'С уважением,\nСергей Мельник\nГлавный инженер\nТел.: +7 (391) 211-04-82'],
    ['English', 'Kind regards,\nSam Doe\nHead of Sales\nNorthwind Ltd'],
    ['German', 'Mit freundlichen Grüßen\nEva Lenz\nwww.lenz.example'],
    ['French', 'Cordialement,\nInès Roux\nAtelier Roux\n04 78 00 12 90'],
    ['Polish', 'Pozdrawiam\nEwa Mazur\newa@mazur.example'],
  ])('takes off a closing formula with an address below it: %s', (_language, block) => {
    expect(stripped(`See you there.\n\n${block}\n`)).toBe('See you there.');
  });

  it.each([
    ['English', 'Tom', 'Tom Baker\nBaker & Rowe\n14 Mill Lane, Bath\nT 01225 555 018'],
    [
      'French',
      'Bonne journée,\nÉlodie',
      'Marchand Fleurs\n27 rue des Tanneurs\nSIRET 802 954 785 00028',
    ],
  ])('takes off what stands below the name of the writer: %s', (_language, name, card) => {
    const said = `See you there.\n\nShall I bring the keys?\n\nThe green ones.\n\n${name}`;
    expect(stripped(`${said}\n\n${card}\n`)).toBe(said);
  });

  it.each([
    ['a name alone', 'Cheers,\nSam'],
    ['a postscript', 'Cheers,\nSam\nPS: call me at +49 30 901820'],
    ['a sentence', 'Thanks,\nSam\nBring the keys, please.\nAnd the map.'],
  ])('keeps a closing formula with %s below it', (_what, block) => {
    expect(stripped(`See you there.\n\n${block}\n`)).toBe(`See you there.\n\n${block}`);
  });

  it.each([
    [
      'Outlook',
      'From: Sam Doe <sam@people.example>\nSent: Friday, November 20, 2026 9:41 AM\nTo: Robin\nSubject: Lunch',
    ],
    [
      'Outlook with a rule',
      '________________________________\nFrom: Sam\nSent: Friday\nTo: Robin\nSubject: Lunch',
    ],
    [
      'Outlook, German',
      'Von: Sam Doe\nGesendet: Freitag, 20. November 2026 09:41\nAn: Robin\nBetreff: Lunch',
    ],
    [
      'Outlook, French',
      'De : Sam Doe\nEnvoyé : vendredi 20 novembre 2026 09:41\nÀ : Robin\nObjet : Lunch',
    ],
    [
      'Outlook, Chinese',
      '发件人: Sam Doe\n发送时间: 2026年11月20日 9:41\n收件人: Robin\n主题: Lunch',
    ],
    [
      'Outlook, Japanese',
      '差出人: Sam Doe\n送信日時: 2026年11月20日 9:41\n宛先: Robin\n件名: Lunch',
    ],
    ['an old Outlook', '-----Original Message-----\nFrom: Sam Doe'],
    ['an old German Outlook', '-----Ursprüngliche Nachricht-----\nVon: Sam Doe'],
  ])('takes off what stands below the header of %s', (_program, header) => {
    expect(stripped(`Fine with me.\n\n${header}\n\nLunch?\n`)).toBe('Fine with me.');
  });

  it.each([
    'Sent from my iPhone',
    'Von meinem iPhone gesendet',
    'Envoyé de mon iPhone',
    'Enviado desde mi iPhone',
    'Get Outlook for Android',
    'iPhoneから送信',
    '从我的iPhone发送',
    'Отправлено с iPhone',
    'Ohol Outlook an<https://aka.ms/o0ukef>',
  ])('takes off the footer %j', (footer) => {
    expect(stripped(`Yes.\n\n${footer}\n`)).toBe('Yes.');
  });

  it.each([
    ['QQ', `${'-'.repeat(18)}\n晓岚`],
    ['Proton', 'Sent from Proton Mail for iOS.'],
  ])('takes off what %s puts below a mail', (_program, footer) => {
    expect(stripped(`They are under the mat.\n\n${footer}\n`)).toBe('They are under the mat.');
  });

  it.each([
    ['Zoho', '---- Le mar., 03 mars 2026 13:20:11 +0100 Sam <sam@people.example> a écrit ----'],
    ['Gmail, wrapped within an address', '2026年3月3日(火) 13:20 Sam Doe <\nsam@people.example>:'],
    [
      'Gmail, wrapped before its time',
      'Sam <sam@people.example> 於 2026年3月3日 週二\n下午1:20寫道：',
    ],
    ['Apple Mail, Arabic digits', 'في ٣ مارس ٢٠٢٦، الساعة ١:٢٠ م، كتب Sam <sam@people.example>:'],
    ['Yandex', 'Тема: Обед;\n03.03.2026, 13:20, "Sam" <sam@people.example>:'],
    ['Gmail, wrapped behind an address', 'Am 3.3.2026 13:20 schrieb "Sam" <sam@people.example\n>:'],
    [
      'Gmail, wrapped within its date',
      'Sam Doe <sam@people.example> schrieb am Di., 3.\nMärz 2026 um 13:20 Uhr:',
    ],
    [
      'Apple Mail, a line for each',
      'On 3 Mar 2026,\nat 13:20,\nSam 2 <sam2@people.example> wrote:',
    ],
    ['Zoho without a colon', 'On Tue, 03 Mar 2026 13:20:11 +0100 Sam <sam@people.example> wrote'],
    [
      'an old French one',
      '====\n\nMessage du : 03/03/2026 13:20\nDe : Sam\nA : Robin\nSujet : Midi',
    ],
    ['an old Outlook, bold', '*-------- Original Message --------*'],
    ['a help desk', '##- Please type your reply above this line -##'],
  ])('takes off what stands below the introduction of %s', (_program, introduction) => {
    expect(stripped(`See you there.\n\n${introduction}\n\nLunch?\n`)).toBe('See you there.');
  });

  it.each([
    'This e-mail is confidential. If you have received it in error, please delete it.',
    'Der Inhalt dieser Nachricht ist vertraulich und nur für den Empfänger bestimmt.\n\nLenz GmbH, HRB 555',
    '誤って受信された場合は、送信者にお知らせのうえ、本メールを削除してください。',
    'Virus-free. www.avast.com',
    "Pensez à l'environnement avant d'imprimer ce message.",
  ])('takes off the disclaimer %j', (disclaimer) => {
    expect(stripped(`Yes.\n\nSam\n\n${disclaimer}\n`)).toBe('Yes.\n\nSam');
  });

  it.each([
    'O pacote foi enviado por Correios.',
    'Der Schlüssel ist von meinem Bruder.',
    'Avast says that your file has a virus.',
    'Please keep this confidential.',
    '先ほどのメールは誤って送信したものです。削除してください。',
  ])('keeps %j', (said) => {
    expect(stripped(`Hello Robin,\n\n${said}\n`)).toBe(`Hello Robin,\n\n${said}`);
  });

  it.each([
    ['with the name of the writer', 'Sam Doe\nNorthwind Ltd', 'See you there.'],
    ['with a telephone', '王强\n上海华运物流有限公司\n电话：021-5550-0123', '周三见。'],
  ])('takes off the card %s', (_what, card, said) => {
    expect(stripped(`${said}\n\n${card}\n`, { ...REPLY, writer: 'Sam Doe' })).toBe(said);
  });

  it('keeps a card that is announced', () => {
    const text = 'Here is the carpenter:\n\nKarl Meinert\nMeinert GmbH\nTel. 04131 555012';

    expect(stripped(text)).toBe(text);
  });

  it('takes off what the HTML calls a signature', () => {
    const signed = (text: string) => splitQuotes(text, REPLY, ['SamDoeSales']).stripped;

    expect(signed('Yes.\n\nSam Doe,\nSales')).toBe('Yes.');
    expect(signed('Sam Doe,\nSales')).toBe('Sam Doe,\nSales');
    expect(signed('Yes.\n\nJo Doe,\nSales')).toBe('Yes.\n\nJo Doe,\nSales');
  });

  it.each([
    ['with bars', '2026/3/3 Sam Doe <sam@people.example>\n\n| Lunch?\n|\n| Sam'],
    ['below a verb alone', 'On Tue, Mar 3, Sam Doe\n<sam@people.example>\nwrote:\n> Lunch?'],
  ])('takes off what is quoted %s', (_how, quoted) => {
    expect(stripped(`See you there.\n\n${quoted}\n`)).toBe('See you there.');
  });

  it.each(['--\n\n____________', '----', '\u1427\n--'])(
    'takes off rules with nothing below: %j',
    (rules) => {
      expect(stripped(`See you there.\n\n${rules}\n`)).toBe('See you there.');
      expect(stripped(`${rules}\n`)).not.toBe('');
    },
  );

  it.each([
    'We have 3 cats, and\nmy brother wrote:',
    '> a quote that ends in a colon:',
    'Write to\nSam Doe <sam@people.example>',
  ])('takes %j for no introduction', (text) => {
    const said = `Hello.\n\n${text}\nSee you there.`;
    expect(stripped(said, { isReply: false, isForward: false })).toBe(said);
  });

  it.each([
    [
      'a header of a language without labels',
      '\n\nВід кого-то: Sam\nКали: 3 сакавіка 2026 г. 10:05\nПра што: Lunch',
    ],
    [
      'one that is wrapped',
      '\n\nXx: Sam\nYy: Tue, 3 Mar 2026 10:05\nZz: Robin;\n Kim\nQq: RE: Lunch',
    ],
    [
      'a title without dashes',
      '\n\n  Original Message  \nFrom: Sam\nSent: 3 March 2026 10:05\nTo: Robin',
    ],
    ['what help desks draw', `\n\n${'-'.repeat(40)}\n\nSam, Mar 3, 2026, 10:05 AM GMT`],
    ['a sender alone', '\n\nQuoting Sam Doe <sam@people.example>:\n\n> Lunch?\n'],
  ])('takes off what stands below %s', (_what, head) => {
    expect(stripped(`Fine with me.${head}\n\n> Lunch?\n`, ABOUT_LUNCH)).toBe('Fine with me.');
  });

  it.each([
    ['a list of details', 'Name: Sam\nDate: 3 March 2026 10:05\nRoom: Lunch hall'],
    ['a notice', 'From: 1 April\nTo: 30 September\nSubject: Lunch fees'],
  ])('keeps %s', (_what, block) => {
    const text = `This is for the wall:\n\n${block}\n\nPlease print it.`;

    expect(stripped(text, ABOUT_LUNCH)).toBe(text);
  });

  it('keeps prose that begins like an introduction', () => {
    const text = 'At 10:05 on 3 March 2026 the editor wrote:\n"Cut it."\nI will not.';

    expect(stripped(text)).toBe(text);
    expect(stripped(text.replace('"', '> "'))).toBe('I will not.');
  });

  it('takes off quotes that initials mark', () => {
    const text = 'On 3 March 2026 10:05 you wrote:\n\nSD> One?\n\nFirst.\n\nSD> Two?\n\nSecond.';

    expect(stripped(text)).toBe('First.\n\nSecond.');
    expect(stripped('Press\nFile> Save, please.')).toContain('File>');
  });

  it('takes off the line of a help desk on top', () => {
    expect(stripped('##- Please type your reply above this line -##\n\nIt is mended.')).toBe(
      'It is mended.',
    );
  });

  it.each([
    ['Outlook', 'From: Kim\nSent: Tuesday, 3 March 2026 10:05\nTo: Sam\nSubject: Lunch\n\nOne?'],
    ['Gmail', '---------- Forwarded message ---------\nFrom: Kim <kim@people.example>\n\nOne?'],
  ])('takes off signatures above what %s forwards', (_program, forwarded) => {
    const context = { isReply: false, isForward: true, writer: 'Sam Doe' };
    const card = 'Thanks\nSam\n\nSam Doe\nNorthwind Ltd\nT 01225 555 018';

    expect(stripped(`FYI\n\nSent from my iPhone\n\n${forwarded}`, context)).toBe(
      `FYI\n\n${forwarded}`,
    );
    expect(stripped(`FYI\n\n${card}\n\n${forwarded}`, context)).toBe(
      `FYI\n\nThanks\nSam\n\n${forwarded}`,
    );
    expect(stripped(`-- \nSam Doe\n\n${forwarded}`, context)).toBe(forwarded);
  });

  const LONG_CARD = [
    'Head of Sales\n\nNorthwind Ltd\n14 Mill Lane\nBath BA1 1AA\n',
    'T: 01225 555 018\nE: sam@people.example\nwww.people.example\n',
    'Follow us!\n\nNorthwind Ltd. Registered in England.\nWe never change our bank by mail.',
  ].join('\n');

  it.each([
    ['with a mark of its own', '-- \n', `Sam Doe\n${LONG_CARD}`],
    ['below a rule', '', `${'_'.repeat(12)}\nSam Doe\nSales\n\nNorthwind Ltd\nT 01225 555 018`],
    ['below the name', '', LONG_CARD],
    ['of nothing but the own address', '', 'sam@people.example'],
    [
      'with a notice',
      '',
      `Sales\nT 01225 555 018\nsam@people.example\n\n${'Read the notice. '.repeat(8)}`,
    ],
  ])('takes off a card %s', (_how, mark, card) => {
    const said = 'See you there.\n\nKind regards\nSam Doe';
    const context = { ...REPLY, writer: 'Sam Doe', address: 'sam@people.example' };

    expect(stripped(`${said}\n\n${mark}${card}\n`, context)).toBe(said);
  });

  it('keeps answers between the quotes', () => {
    const text = 'On 20/11/2026, Sam wrote:\n> One?\n\nFirst.\n\n> Two?\n\nSecond.\n';

    expect(stripped(text)).toBe('First.\n\nSecond.');
  });

  it('keeps forwarded content', () => {
    const text =
      'FYI\n\n---------- Forwarded message ---------\nFrom: Sam\nDate: Friday\nTo: Robin\n\n> Lunch?\n';

    expect(stripped(text, { isReply: false, isForward: true })).toContain('> Lunch?');
  });

  it('keeps quoted lines of a mail that answers nothing', () => {
    expect(
      stripped('> To be or not to be\n\nwell', { isReply: false, isForward: false }),
    ).toContain('To be');
  });

  it('tells the lines of history by their place', () => {
    const text = 'Yes.\n> Lunch?';

    expect(splitQuotes(text, REPLY).quoted.map(({ start, end }) => text.slice(start, end))).toEqual(
      ['> Lunch?'],
    );
  });
});
