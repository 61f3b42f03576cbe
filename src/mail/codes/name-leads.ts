/** Points that lead from a name to its number on a line of a list. */
export const LEADER = /[.…·_]{4}\s?$/;

/** What leads from a name to its number. */
export const IS =
  /(?<![\p{L}\p{M}])(?:is|are|reads|sind|lauten|son|sunt|są|sont|sono|zijn|são|lautet|heißt|heisst|luidt|brzmi|zní|lyder|hedder|heter|kuuluu|sera|ist|est|es|é|è|será|sarà|är|er|on|to|jest|je|este|е|є|είναι|هو|هي|הוא|היא|הם|הן|है|là|adalah|ialah|이다)(?: (?:le|la|el|il|o))?[ \n]["'“«„]?$|(?:คือ|是|为|為|は|은|는)\s?["'“「『]?$/iu;

/** Whether a text ends in what leads to a number: a colon, or "is". */
export const leadsOn = (before: string): boolean => /[:：]\s?$/.test(before) || IS.test(before);

/** "Code: 482913", "Code → 482913", "Code ..... 482913", or the next cell. */
export const LABEL_MARK = /(?:[:：=→►\t]|[-–—=]>|[.…·_]{3})\s{0,3}$/;

/** Whether a sentence ends in the text between two places. */
export const endsSentence = (gap: string) => SENTENCE_END.test(gap);

/** "189,90 лв. към", "Nr. 4", "z. B. am": points of short forms end none. */
const SENTENCE_END =
  /(?<!(?:^|[^\p{L}\p{M}-])(?:\p{L}|nr|no|rs|лв|руб|грн|тел|ул|тыс|коп|kr|tel|bzw|ca|mr|mrs|ms|dr|str|zł|gr|hr|min|sec|sek|art|inc|ltd|co|ref|cod|núm|n[º°]|dvs|mme|sr|sra|sig|dhr|mevr|vgl|ggf|inkl|zzgl|apt|dept|ext|prof|kl|np|sp|св|ст)|(?<![\d.,:])\d{1,2})\.\s|[!?]\s|[。！？؟।]/iu;
