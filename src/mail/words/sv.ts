import type { Words } from './words.js';

/** Swedish. */
export const sv: Words = {
  language: 'sv',
  terms: {
    code: `verifieringskod*, verifikationskod*, säkerhetskod*, bekräftelsekod*, inloggningskod*, engångskod*, engångslösenord*, engångs kod, aktiveringskod*, autentiseringskod*, åtkomstkod*, tillfällig kod, tillfälligt lösenord, behörighetskod*, kontrollkod*, registreringskod*, sms kod*, pinkod*, pin kod*, återställningskod för lösenord, sexsiffrig kod, sexsiffriga koden, 6 siffrig kod, 6 siffriga koden, fyrsiffrig kod, fyrsiffriga koden, betalkod*, enhetskod*, din kod, ange koden, ange denna kod, skriv in koden, använd koden, följande kod, koden nedan`,
    maybeCode: `kod, koden, koder, koderna, pin`,
    otherCode: `rabattkod*, kampanjkod*, kupongkod*, presentkort*, värvningskod*, inbjudningskod*, felkod*, postnummer, postnr, riktnummer, landskod*, streckkod*, qr kod*, bokningskod*, hämtkod*, hämtningskod*, avikod, spårningskod*, portkod*, färgkod*, produktkod*, artikelkod*, källkod*`,
    number: `ordernummer*, ordernr, order, beställningsnummer*, beställning*, fakturanummer*, faktura*, kundnummer*, kundnr, referensnummer*, referens*, ärendenummer*, ärende*, biljettnummer*, bokningsnummer*, bokning*, spårningsnummer*, kollinummer*, sändning*, försändelse*, paket*, avtalsnummer*, avtal, kontonummer*, medlemsnummer*, serienummer*, artikelnummer*, organisationsnummer*, org nr, momsnummer*, moms, ocr, bankgiro, plusgiro, iban, telefon*, telefonnummer*, tel, mobil, ring, ring oss, flyg*, flight, plats, rum, gatan, box, slutar på, som slutar på, kortnummer*, belopp, summa, totalt, pris, antal, version, sida, nummer, nr, poäng, sedan, spår, vagn`,
    verify: `verifiera*, bekräfta*, bekräftelse, aktivera*, aktivering, validera*, bekräfta din e postadress, aktivera kontot, slutför registreringen, slutför din registrering, acceptera inbjudan, bekräfta prenumeration`,
    signIn: `logga in, inloggning*, inloggningslänk*, magisk länk, inloggningsförsök*`,
    reset: `återställ lösenord*, återställ ditt lösenord, återställning av lösenord, lösenordsåterställning, glömt lösenord*, glömt ditt lösenord, nytt lösenord, byt lösenord, ändra lösenord*, skapa lösenord, välj ett nytt lösenord`,
    unsubscribe: `avregistrera*, avprenumerera*, avsluta prenumeration*, hantera inställningar, hantera dina inställningar, e postinställningar, vill du inte längre, avanmäl*`,
    backup: `reservkod*, säkerhetskopieringskod*, återställningskod*, återställningsnyckel, backup kod*, backupkod*, nödkod*`,
    lasts: `giltig*, giltighet*, gäller, upphör, går ut, löper ut, inom, fram till, till och med, de närmaste, utgång*, förfaller`,
    waits: `begära en ny kod, begär en ny kod, skicka igen, skickas igen, försök igen, låst*, spärra*, vänta*, betrodd enhet, lita på den här enheten, förbli inloggad, fortsätt vara inloggad`,
    secret: `dela inte, dela aldrig, lämna inte ut, lämna aldrig ut, berätta inte, med någon, till någon, ber dig aldrig, frågar aldrig, hemlig`,
    ignore: `inte begärt, inte har begärt, inte bett, inte var du, inte du som, ignorera*, bortse, inte försökt`,
    order: `din beställning, din order, orderbekräftelse*, tack för din beställning, tack för ditt köp, skickad, skickats, har skickats, på väg, leverans*, levererad*, levererats, paket*, spåra, hämta ut, bokningsbekräftelse*, din bokning, din resa, boardingkort, tid bokad, leveransadress`,
    money: `faktura*, fakturor, betalning*, betald*, betala, belopp*, förfallodag*, förfallodatum, autogiro, kontoutdrag, kreditkort, kortbetalning, återbetalning*, återbetalt, påminnelse om betalning, betalningspåminnelse*, insättning, uttag, överföring*, saldo, lönebesked, skatt*, kvitto*, transaktion*`,
    news: `nyhetsbrev*, denna vecka, den här veckan, veckans, månadens, läs mer, visa i webbläsare, visa online, nyheter, artikel*, blogg, utgåva`,
    offer: `erbjudande*, rabatt*, rea, spara, köp nu, handla nu, fri frakt, fraktfritt, sista chansen, endast idag, exklusiv*, kampanj*, gratis, present, fynd*, deals`,
    support: `ditt ärende, din förfrågan, ärende*, kundtjänst, kundservice, support, supportärende*, handläggare`,
    notice: `ny inloggning, ny enhet, säkerhetsvarning*, säkerhetsmeddelande*, ovanlig aktivitet, lösenordet har ändrats, ditt lösenord ändrades, notis*, avisering*, påminnelse*, kommenterade, har kommenterat, nämnde dig, delade, har delat, bjöd in dig, inbjudan, uppdaterad*, uppdaterat, användarvillkor*, integritetspolicy*, underhåll, driftstörning*`,
    second: `sekund*, sek`,
    minute: `minut, minuter, min, minuters, halvtimme=30, en halvtimme=30, halv timme=30, kvart=15`,
    hour: `timme, timmar, timmars, tim`,
    day: `dag, dagar, dygn`,
    week: `vecka, veckor`,
  },
  numbers: `en=1, ett=1, två=2, tre=3, fyra=4, fem=5, sex=6, sju=7, åtta=8, nio=9, tio=10, tolv=12, femton=15, tjugo=20, trettio=30, fyrtio=40, fyrtiofem=45, sextio=60, nittio=90, tjugofyra=24`,
  months: `jan*, feb*, mar*, apr*, maj, jun*, jul*, aug*, sep*, okt*, nov*, dec*`,
};
