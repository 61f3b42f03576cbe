/** What a question asks for. */
export type AnswerKind = 'time' | 'clock' | 'amount' | 'code' | 'person' | 'number' | 'link';

const list = (words: string): readonly string[] => words.split(/\s+/).filter(Boolean);

/**
 * Words that say what is asked for, in the languages that are asked in most. Others are not known here, and
 * answered by their words alone.
 */
export const ANSWER_KINDS: Readonly<Record<AnswerKind, readonly string[]>> = {
  time: list(`when date deadline due wann datum quand date cuándo cuando fecha quando data scadenza prazo wanneer
    когда дата числа kiedy termin いつ 日時 什么时候 何时`),
  clock: list(`time uhrzeit heure hora ora время czas 何時 几点`),
  amount: list(`much price cost costs amount total fee pay preis kosten kostet betrag prix coûte
    montant precio cuesta importe prezzo costa importo preço custa prijs kost
    цена стоит сумма cena kosztuje kwota いくら 料金 金額 价格 多少钱 金额`),
  code: list(`code pin password otp passcode kennwort passwort mot contraseña código codigo codice senha
    wachtwoord код пароль kod hasło コード パスワード 暗証 验证码 密码 代码`),
  person: list(`who whom whose wer wem wen qui quién quien chi quem wie кто кого kto 誰 谁`),
  number: list(
    `number many nummer anzahl numéro nombre número numero aantal номер numer 番号 号码 编号`,
  ),
  link: list(`link url website address lien enlace collegamento ссылка リンク 链接`),
};

/** Kinds that are told by their form: what has no amount does not tell a price. */
export const CERTAIN_KINDS: ReadonlySet<AnswerKind> = new Set(['time', 'clock', 'amount']);

/** Kinds that a mail need not name: it tells a price, and who did it, without these words. */
export const UNNAMED_KINDS: ReadonlySet<AnswerKind> = new Set([...CERTAIN_KINDS, 'person']);

/** Words that only ask, in scripts without blanks; longer ones stand before what they begin with. */
export const UNSPACED_QUESTION_WORDS: readonly string[] =
  list(`什么时候 为什么 是什么 多长时间 多少钱 什么 多少 多久 哪里 哪个 怎么 如何 是否 请问 需要 几点 何时 谁 哪 几
    的 是 在 了 吗 呢 我 何時 何番 何 誰 教 知 下 อะไร เมื่อไหร่ เมื่อไร เท่าไหร่ เท่าไร ที่ไหน ใคร ไหน กี่ ของ`);

/** Words that only ask, or hold a sentence together: mail does not answer in them. */
export const QUESTION_WORDS: ReadonlySet<string> = new Set([
  ...list(`what which who whom whose when where why how is are was were be been do does did has have had will
    would can could should shall may the a an of to in on at for from by with about and or not no my our your
    their his her its it i we you they me us them this that these those there please tell give find show
    name called long much many last take takes amount amounts any get got`),
  ...list(`was welche welcher welches wer wem wen wann wo warum wie ist sind war waren hat haben wird werden kann
    der die das ein eine einen dem den des von zu im in am an auf für mit und oder nicht mein meine unser
    ich wir sie es bitte vom zum zur beim nach bei bis hoch viel viele lang lange lautet heißt beträgt gibt soll
    muss sein nennen`),
  ...list(`que quoi quel quelle quels quelles qui quand où pourquoi comment est sont était a ont le la les un
    une des du de à au aux en dans sur pour par avec et ou ne pas mon ma mes notre je nous vous il elle faut combien qu jusqu jusque est ce temps monte élève doit ils selon chez`),
  ...list(`qué cuál cuáles quién cuándo cuando dónde por cómo es son era fue ha han el la los las un una de del
    a al en con para y o no mi mis nuestro nuestra yo cuánto cuánta cuántos cuántas hasta hay asciende debo según me se`),
  ...list(`che cosa quale quali chi quando dove perché come è sono era ha hanno il lo la i gli le un uno una di
    del della da al in con per e o non mio mia nostro`),
  ...list(
    `qual quais quem onde porque como é são foi tem o os as um uma do da dos em no na com e ou não meu minha`,
  ),
  ...list(`wat welke wie wanneer waar waarom hoe is zijn was heeft hebben de het een van naar op voor met en of
    niet mijn onze ik wij`),
  ...list(`что какой какая какое какие кто когда где почему как это был была были есть в на с по для и или не мой
    моя наш я мы мне меня у от до из с о об за к сколько каков каковы ли будет нужно стоит составляет собой`),
  ...list(
    `co jaki jaka jakie kto kiedy gdzie dlaczego jak jest są był była ma w na z do dla i lub nie mój moja ile`,
  ),
]);
