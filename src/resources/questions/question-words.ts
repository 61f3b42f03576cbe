/** What a question asks for. */
export type AnswerKind =
  'time' | 'clock' | 'duration' | 'amount' | 'code' | 'person' | 'number' | 'link';

/** Words of questions in one language: those that say what is asked for, and those that hold a sentence together. */
type WordsOfQuestions = Readonly<Record<AnswerKind | 'holding', string>>;

/** Kinds that are told by their form: what has no amount does not tell a price. */
export const CERTAIN_KINDS: ReadonlySet<AnswerKind> = new Set([
  'time',
  'clock',
  'duration',
  'amount',
  'number',
]);

/** Kinds that a mail need not name: it tells a price, and who did it, without these words. */
const UNNAMED_KINDS: ReadonlySet<AnswerKind> = new Set([...CERTAIN_KINDS, 'person']);

/** Questions in other languages are answered by their words alone. */
const LANGUAGES: Readonly<Record<string, WordsOfQuestions>> = {
  en: {
    holding: `what which who whom whose when where why how is are was were be been being am do does did done has
      have had having will would can could should shall may might must the a an of to in on at for from by with
      about into than until till since before after during within without between over under and or but if as so not
      no nor my mine our ours your yours his her hers its it i we you he she they me us them him this that these
      those there here then please tell give find show name named called long much many last take takes need needs
      amount amounts any some all each every get got say says said according`,
    time: 'when date deadline due',
    clock: 'time',
    duration: 'long duration',
    amount: 'much price cost costs amount total fee pay',
    code: 'code pin password otp passcode',
    person: 'who whom whose',
    number: 'number',
    link: 'link url website address',
  },
  de: {
    holding: `was welche welcher welches welchem welchen wer wem wen wessen wann wo wohin woher wofür womit warum
      wieso wie ist sind war waren bin bist hat habe haben hatte hatten wird werden wurde wurden kann können könnte
      der die das ein eine einen einem einer eines dem den des von zu im in am ans an ins aufs auf für mit ohne und
      oder aber nicht kein keine keinen mein meine meinen meinem meiner unser unsere unseren unserem unserer ihr
      ihre ihren ihrem ihrer sein seine seinen seinem ich du er wir sie es man mir mich uns euch ihnen ihm ihn bitte
      vom zum zur beim nach bei bis seit vor über unter zwischen durch gegen um aus als wenn dass ob da dort hier so
      auch noch schon hoch viel viele wieviel lang lange lautet heißt beträgt betragen gibt geben soll sollen sollte
      muss müssen darf dürfen will wollen nennen laut gemäß dieser diese dieses diesem diesen jeder jede jedes`,
    time: 'wann datum termin',
    clock: 'uhrzeit uhr',
    duration: 'lange dauer dauert dauern',
    amount: 'preis kosten kostet betrag wieviel',
    code: 'code pin passwort kennwort',
    person: 'wer wem wen',
    number: 'nummer',
    link: 'link adresse',
  },
  fr: {
    holding: `que quoi quel quelle quels quelles lequel laquelle qui quand où pourquoi comment combien qu est ce
      sont était étaient sera seront être suis a as ai ont avait avons avez aura avoir le la les l un une des du de
      d au aux en dans sur sous pour par avec sans chez entre vers depuis avant après jusqu jusque et ou mais ne pas
      plus mon ma mes ton ta tes son sa ses notre nos votre vos leur leurs je j tu me moi te toi se s nous vous il
      elle ils elles on lui y ce cet cette ces c il t n m faut doit dois doivent devons peut peux peuvent temps
      monte élève selon est fait faire si autour lors pendant`,
    time: 'quand date',
    clock: 'heure',
    duration: 'durée dure durent',
    amount: 'prix coût coûte coûtent montant',
    code: 'code pin mot passe',
    person: 'qui',
    number: 'numéro',
    link: 'lien adresse',
  },
  es: {
    holding: `qué que cuál cuáles cual quién quiénes quien cuándo cuando dónde donde adónde por cómo como cuánto
      cuánta cuántos cuántas es son era eran fue fueron ser será soy está están he ha han hay haber el la los las lo
      un una unos unas del de a al en con sin sobre entre hasta desde hacia para según y e o u pero no ni mi mis tu
      tus su sus nuestro nuestra nuestros nuestras vuestro yo tú él ella nosotros ellos ellas usted ustedes me te se
      le les nos asciende debo debe debemos deben puedo puede pueden podemos tengo tiene tienen tenemos este esta
      estos estas ese esa eso esto`,
    time: 'cuándo cuando fecha',
    clock: 'hora',
    duration: 'dura duran duración',
    amount: 'precio cuesta cuestan importe asciende',
    code: 'código codigo contraseña pin',
    person: 'quién quien',
    number: 'número numero',
    link: 'enlace dirección',
  },
  it: {
    holding: `che cosa cos quale quali qual chi quando dove perché come quanto quanta quanti quante è sono era erano
      sarà saranno essere ho ha hai hanno abbiamo avere il lo la i gli le l un uno una un di del dello della dell
      dei degli delle da dal dallo dalla dall dai dagli dalle a al allo alla all ai agli alle in nel nello nella
      nell nei negli nelle con su sul sullo sulla sull sui sugli sulle per tra fra fino entro senza secondo e ed o
      ma non né mio mia miei mie tuo tua suo sua suoi sue nostro nostra nostri nostre vostro io tu lui lei noi voi
      loro mi ti ci si vi me te ne questo questa questi queste quello quella quell devo deve dobbiamo devono può
      posso possiamo possono bisogna occorre va chiama ammonta fa`,
    time: 'quando data scadenza',
    clock: 'ora ore',
    duration: 'dura durano durata',
    amount: 'prezzo costa costano costo importo ammonta',
    code: 'codice password pin',
    person: 'chi',
    number: 'numero',
    link: 'collegamento link indirizzo',
  },
  pt: {
    holding: `que qual quais quem onde quando porque como quanto quanta quantos quantas é são era foi ser será está
      estão tem têm há o a os as um uma do da dos das de em no na nos nas ao aos à às com sem por pelo pela para até
      desde entre e ou mas não meu minha meus minhas seu sua nosso nossa eu tu ele ela nós vocês eles me se lhe este
      esta esse essa isso devo deve podemos pode preciso`,
    time: 'quando data prazo',
    clock: 'hora horas',
    duration: 'dura duração',
    amount: 'preço custa custam valor',
    code: 'código senha pin',
    person: 'quem',
    number: 'número',
    link: 'link endereço',
  },
  nl: {
    holding: `wat welke welk wie wiens wanneer waar waarom hoe hoeveel is zijn was waren ben bent wordt worden werd
      heb heeft hebben had kan kunnen moet moeten mag zal zullen de het een van naar op voor met zonder tot uit over
      onder tussen door aan bij in en of maar niet geen mijn onze ons uw jouw je jij ik wij we zij ze hij hem haar
      hun dit dat deze die er te om als dan`,
    time: 'wanneer datum',
    clock: 'tijd laat',
    duration: 'lang duurt duur',
    amount: 'prijs kost kosten bedrag',
    code: 'code wachtwoord pin',
    person: 'wie',
    number: 'nummer',
    link: 'link adres',
  },
  ru: {
    holding: `что чего чему чем чём какой какая какое какие какого какому каким каком какую каких какими какова
      каково каков каковы кто кого кому кем ком когда где куда откуда почему зачем как сколько скольких который
      которая которое которые которого которой которую которых чей чья чьё чьи это этот эта эти этого этой был была
      были было быть есть будет будут в во на с со по для из от до у о об обо за к ко под над при про без через
      после перед между и или но а не ни ли бы мой моя моё мои моего моей моём мою моих наш наша наше наши нашего
      нашей ваш ваша ваши его её их он она оно они я ты мы вы мне меня мной нам нас вам вас ему ей им нужен нужна
      нужно нужны надо можно нельзя должен должна должно должны могу может можем могут стоит составляет собой
      называется зовут`,
    time: 'когда дата числа',
    clock: 'время часу',
    duration: 'длится длятся длительность',
    amount: 'цена стоит стоят сумма обойдётся обойдутся',
    code: 'код пароль',
    person: 'кто кого кому',
    number: 'номер',
    link: 'ссылка адрес',
  },
  pl: {
    holding: `co czego czym jaki jaka jakie jakiego jakiej kto kogo komu kiedy gdzie skąd dokąd dlaczego jak ile ilu
      który która które jest są był była było być będzie ma mają w we na z ze do dla od po przez przy bez o u i lub
      albo ale nie czy mój moja moje nasz nasza twój ja ty my wy on ona oni mi mnie nam nas się to ten ta te tego
      tej można trzeba należy muszę musi mogę może`,
    time: 'kiedy termin data',
    clock: 'czas godzina godzinie',
    duration: 'trwa trwają',
    amount: 'cena kosztuje kosztują kwota',
    code: 'kod hasło pin',
    person: 'kto kogo komu',
    number: 'numer',
    link: 'link adres',
  },
};

/** The kinds in scripts without blanks. */
const UNSPACED_KINDS: Readonly<Partial<Record<AnswerKind, string>>> = {
  time: 'いつ 日時 什么时候 何时',
  clock: '何時 几点',
  duration: '多久 多长时间 どのくらい 所要時間',
  amount: 'いくら 料金 金額 价格 多少钱 金额',
  code: 'コード パスワード 暗証 验证码 密码 代码',
  person: '誰 谁',
  number: '番号 号码 编号',
  link: 'リンク 链接',
};

/** Words that only ask, in scripts without blanks; longer ones stand before what they begin with. */
const UNSPACED_ASKING = `是什么时候 什么时候 为什么 是什么 多长时间 多少钱 什么 多少 多久 哪里 哪个 哪位 怎么 如何 是否 请问 需要 几点 何时 谁 哪 几
  的 是 在 了 吗 呢 我 何時 何番 何分 何 誰 教 知 下 อะไร เมื่อไหร่ เมื่อไร เท่าไหร่ เท่าไร ที่ไหน ใคร ไหน กี่ ของ`;

const list = (words: string): readonly string[] => words.split(/\s+/).filter(Boolean);

/** One language, as words are looked up in it. */
interface Language {
  readonly kinds: readonly (readonly [kind: AnswerKind, words: ReadonlySet<string>])[];
  /** Those that only ask, or hold together: mail does not answer in them. */
  readonly dropped: ReadonlySet<string>;
  /** All that tell the language. */
  readonly known: ReadonlySet<string>;
}

const KNOWN = Object.values(LANGUAGES).map(languageOf);

function languageOf({ holding, ...kindWords }: WordsOfQuestions): Language {
  const kinds = Object.entries(kindWords).map(
    ([kind, words]) => [kind as AnswerKind, new Set(list(words))] as const,
  );
  const unnamed = kinds.filter(([kind]) => UNNAMED_KINDS.has(kind)).flatMap(([, of]) => [...of]);
  const dropped = new Set([...list(holding), ...unnamed]);
  return { kinds, dropped, known: new Set([...dropped, ...kinds.flatMap(([, of]) => [...of])]) };
}

/** What words of a question, in lower case, ask for, and those of them that say about what. */
export function readWords(words: readonly string[]): {
  readonly telling: readonly string[];
  readonly kinds: ReadonlySet<AnswerKind>;
} {
  const counts = KNOWN.map(({ known }) => words.filter((word) => known.has(word)).length);
  const most = Math.max(...counts);
  // Short questions are of several languages.
  const own = KNOWN.filter((_, index) => counts[index] === most);
  const isAsked = (of: ReadonlySet<string>) => words.some((word) => of.has(word));
  const kinds = own.flatMap((one) => one.kinds.flatMap(([kind, of]) => (isAsked(of) ? kind : [])));
  const telling = words.filter((word) => !own.some(({ dropped }) => dropped.has(word)));
  return { telling, kinds: new Set(kinds) };
}

const NAMED_UNSPACED = Object.entries(UNSPACED_KINDS).map(
  ([kind, words]) => [kind as AnswerKind, list(words)] as const,
);
const UNNAMED_UNSPACED = NAMED_UNSPACED.filter(([kind]) => UNNAMED_KINDS.has(kind)).flatMap(
  ([, words]) => words,
);
const ASKING = new RegExp([...list(UNSPACED_ASKING), ...UNNAMED_UNSPACED].join('|'), 'gu');

/** The same of a question in a script without blanks: `telling` is its text without what only asks. */
export function readUnspaced(text: string): {
  readonly telling: string;
  readonly kinds: ReadonlySet<AnswerKind>;
} {
  const kinds = NAMED_UNSPACED.flatMap(([kind, words]) =>
    words.some((word) => text.includes(word)) ? [kind] : [],
  );
  return { telling: text.replaceAll(ASKING, ' '), kinds: new Set(kinds) };
}
