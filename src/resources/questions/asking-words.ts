/** What a question asks for. */
export type AnswerKind = 'time' | 'amount' | 'code' | 'person' | 'number' | 'link';

const list = (words: string): readonly string[] => words.split(/\s+/).filter(Boolean);

/**
 * Words that say what is asked for, in the languages that are asked in most. Others are not known here, and
 * answered by their words alone.
 */
export const ANSWER_KINDS: Readonly<Record<AnswerKind, readonly string[]>> = {
  time: list(`when date time deadline until due wann uhrzeit datum frist quand date heure délai cuándo cuando
    fecha hora plazo quando data ora scadenza prazo wanneer datum когда дата время срок kiedy termin いつ 何時
    日時 什么时候 何时 几点`),
  amount:
    list(`much price cost costs amount total fee pay wieviel preis kosten kostet betrag combien prix coûte
    montant cuánto cuanto precio cuesta importe quanto prezzo costa importo preço custa hoeveel prijs kost
    сколько цена стоит сумма ile cena kosztuje kwota いくら 料金 金額 价格 多少钱 金额`),
  code: list(`code pin password otp passcode kennwort passwort mot contraseña código codigo codice senha
    wachtwoord код пароль kod hasło コード パスワード 暗証 验证码 密码 代码`),
  person: list(`who whom whose wer wem wen qui quién quien chi quem wie кто кого kto 誰 谁`),
  number: list(
    `number many nummer anzahl numéro nombre número numero aantal номер numer 番号 号码 编号`,
  ),
  link: list(`link url website address lien enlace collegamento ссылка リンク 链接`),
};

/** Words that only ask, or hold a sentence together: mail does not answer in them. */
export const ASKING_WORDS: ReadonlySet<string> = new Set([
  ...list(`what which who whom whose when where why how is are was were be been do does did has have had will
    would can could should shall may the a an of to in on at for from by with about and or not no my our your
    their his her its it i we you they me us them this that these those there please tell give find show
    name called`),
  ...list(`was welche welcher welches wer wem wen wann wo warum wie ist sind war waren hat haben wird werden kann
    der die das ein eine einen dem den des von zu im in am an auf für mit und oder nicht mein meine unser
    ich wir sie es bitte`),
  ...list(`que quoi quel quelle quels quelles qui quand où pourquoi comment est sont était a ont le la les un
    une des du de à au aux en dans sur pour par avec et ou ne pas mon ma mes notre je nous vous il elle`),
  ...list(`qué cuál cuáles quién cuándo cuando dónde por cómo es son era fue ha han el la los las un una de del
    a al en con para y o no mi mis nuestro nuestra yo`),
  ...list(`che cosa quale quali chi quando dove perché come è sono era ha hanno il lo la i gli le un uno una di
    del della da al in con per e o non mio mia nostro`),
  ...list(
    `qual quais quem onde porque como é são foi tem o os as um uma do da dos em no na com e ou não meu minha`,
  ),
  ...list(`wat welke wie wanneer waar waarom hoe is zijn was heeft hebben de het een van naar op voor met en of
    niet mijn onze ik wij`),
  ...list(`что какой какая какое какие кто когда где почему как это был была были есть в на с по для и или не мой
    моя наш я мы`),
  ...list(
    `co jaki jaka jakie kto kiedy gdzie dlaczego jak jest są był była ma w na z do dla i lub nie mój moja`,
  ),
]);
