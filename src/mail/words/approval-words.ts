import type { Words } from './words.js';

/**
 * Names of the number by which a bank knows a payment that it has let pass. Receipts and card alerts print
 * it; but some services call the code so that a payment waits for. Terms as in the word files; what these do
 * not list otherwise may be a code.
 */
export const APPROVALS: Readonly<Record<string, string>> = {
  en: `authorization code, authorisation code, auth code, approval code,
    authorization number, authorisation number, approval number, approval, transaction code, operation code`,
  de: `autorisierungscode, autorisierungs code, autorisierungsnummer, autorisierungs nr, autorisierung, genehmigungscode,
    genehmigungsnummer, genehmigungsnr, genehmigungs nr, transaktionscode`,
  fr: `code d autorisation, numéro d autorisation, code de transaction, code d approbation`,
  es: `código de autorización, número de autorización, código de aprobación, número de aprobación, código de operación,
    código de la operación, código de transacción`,
  pt: `código de autorização, número de autorização, código de aprovação, código da operação, código da transação`,
  it: `codice di autorizzazione, codice autorizzativo, codice autorizzazione, numero di autorizzazione, codice operazione,
    codice di autorizzazione bancaria, codice transazione`,
  nl: `autorisatiecode, autorisatienummer, goedkeuringscode, goedkeuringsnummer, transactiecode`,
  pl: `kod autoryzacji, kod autoryzacyjny, numer autoryzacji, numer autoryzacyjny, kod transakcji, kod operacji`,
  tr: `provizyon kod, provizyon no, provizyon numara, provizyon, onay no, onay numara, otorizasyon kod, işlem kod`,
  ru: `код авторизации, кода авторизации, авторизационный код, код операции, кода операции, код транзакции, кода транзакции,
    код одобрения, номер авторизации`,
  uk: `код авторизації, коду авторизації, авторизаційний код, код операції, коду операції, код транзакції, коду транзакції,
    код схвалення, номер авторизації`,
  bg: `код за авторизация, код за оторизация, авторизационен код, оторизационен код, код за одобрение, код на операцията,
    код на транзакцията, номер на авторизация, номер на авторизацията`,
  el: `κωδικός έγκρισης, κωδικός έγκρισης συναλλαγής, αριθμός έγκρισης, κωδικός εξουσιοδότησης, κωδικός συναλλαγής`,
  ar: `رمز التفويض, رقم التفويض, كود التفويض, رمز الموافقة, رقم الموافقة, كود الموافقة, رمز الاعتماد, رقم الاعتماد, رمز التخويل,
    رقم التخويل, رمز العملية, رقم الترخيص`,
  he: `קוד אישור, קוד האישור, מספר אישור, מספר האישור, קוד אישור עסקה, מספר אישור עסקה, קוד עסקה, קוד הרשאה, אישור מס`,
  hi: `अनुमोदन कोड, अनुमोदन संख्या, प्राधिकरण कोड, प्राधिकरण संख्या, स्वीकृति कोड, स्वीकृति संख्या, अप्रूवल कोड, ऑथ कोड, ऑथराइज़ेशन कोड,
    ऑथराइजेशन कोड, लेनदेन कोड`,
  ja: `承認番号, 承認コード, オーソリ番号, オーソリコード, オーソリ承認番号, 取引コード`,
  ko: `승인번호, 승인 번호, 승인코드, 승인 코드, 거래코드, 거래 코드`,
  zh: `授权码, 授權碼, 授权号, 授權號, 授权号码, 授權號碼, 授权编号, 授權編號, 批准码, 批准碼, 核准码, 核准碼, 核准號碼, 批核編號, 批核号码, 交易码, 交易碼`,
  vi: `mã chuẩn chi, mã phê duyệt, mã cấp phép`,
  th: `รหัสอนุมัติ, รหัสอนุมัติรายการ, เลขที่อนุมัติ, หมายเลขอนุมัติ, เลขอนุมัติ`,
  id: `kode otorisasi, nomor otorisasi, kode persetujuan, kode approval, nomor approval`,
  ms: `kod kelulusan, nombor kelulusan, kod kebenaran`,
  sv: `godkännandekod, godkännandenummer, auktorisationskod`,
  da: `godkendelseskode, godkendelsesnummer, autorisationskode, autorisations kode, autorisationsnummer`,
  nb: `autorisasjonskode, autorisasjons kode, autorisasjonsnummer, godkjenningskode, godkjenningsnummer`,
  fi: `valtuutuskoodi, hyväksymiskoodi, hyväksyntäkoodi`,
  cs: `autorizační kód, kód autorizace, číslo autorizace, autorizační číslo, kód transakce, schvalovací kód`,
  ro: `cod de autorizare, codul de autorizare, cod autorizare, număr de autorizare, cod de aprobare, cod aprobare, cod tranzacție, codul tranzacției`,
  hu: `engedélyszám, engedélyezési kód, engedély szám, engedélykód, jóváhagyási kód, jóváhagyási szám, tranzakciós kód, tranzakciókód`,
};

/** The same as words of their languages. */
export const APPROVED: readonly Words[] = Object.entries(APPROVALS).map(
  ([language, maybeCode]) => ({ language, terms: { maybeCode } }),
);
