import type { Words } from './words.js';

/** Dutch. */
export const nl: Words = {
  language: 'nl',
  terms: {
    code: `verificatiecode*, beveiligingscode*, bevestigingscode*, inlogcode*, toegangscode*, eenmalige code*, eenmalig wachtwoord, eenmalige toegangscode, eenmalige pincode, activatiecode*, activeringscode*, authenticatiecode*, autorisatiecode*, controlecode*, aanmeldcode*, aanmeldingscode*, registratiecode*, pincode*, sms code*, tijdelijke code*, tijdelijk wachtwoord, veiligheidscode*, herstelcode voor je account, resetcode*, 6 cijferige code, zescijferige code, viercijferige code, 4 cijferige code, betaalcode*, apparaatcode*, koppelcode*, tan code*, je code, uw code, jouw code, voer de code in, voer deze code in, gebruik de code, onderstaande code, volgende code`,
    maybeCode: `code, codes, pin, toegangssleutel`,
    otherCode: `kortingscode*, actiecode*, promotiecode*, promocode*, couponcode*, cadeaucode*, waardebon, cadeaubon*, vriendencode, uitnodigingscode*, foutcode*, postcode*, landcode*, netnummer, streepjescode, barcode*, qr code*, afhaalcode*, ophaalcode*, boekingscode*, reserveringscode*, track trace code, trackingcode*, kleurcode*, broncode, productcode*, artikelcode*`,
    number: `bestelnummer*, bestelling*, ordernummer*, order, factuurnummer*, factuur*, klantnummer*, klant nr, referentienummer*, referentie*, kenmerk, ticketnummer*, ticket, zaaknummer*, dossiernummer*, dossier, boekingsnummer*, boeking*, reserveringsnummer*, reservering*, trackingnummer*, zending*, pakket*, contractnummer*, contract, polisnummer*, rekeningnummer*, lidnummer*, lidmaatschapsnummer*, serienummer*, artikelnummer*, kvk, kvk nummer, btw, btw nummer, iban, telefoon*, telefoonnummer*, tel, fax, mobiel, bel, bel ons, vlucht*, stoel, kamer, straat, postbus, eindigend op, eindigt op, kaartnummer*, bedrag, totaal, prijs, aantal, versie, pagina, nummer, nr, punten, sinds, spoor`,
    verify: `bevestig*, bevestigen, bevestiging, verifieer*, verifiëren, verificatie, activeer*, activeren, activatie, valideer*, bevestig je e mailadres, bevestig uw e mailadres, account activeren, registratie voltooien, aanmelding voltooien, inschrijving bevestigen, uitnodiging accepteren`,
    signIn: `inloggen, log in, in te loggen, aan te melden, inlog*, aanmelden, meld je aan, aanmelding, inloglink, magische link, inlogpoging`,
    reset: `wachtwoord herstellen, wachtwoord opnieuw instellen, wachtwoord resetten, wachtwoord vergeten, nieuw wachtwoord, wachtwoord wijzigen, wachtwoord instellen, stel je wachtwoord, reset je wachtwoord, wachtwoordherstel, herstel je wachtwoord`,
    unsubscribe: `afmelden, uitschrijven, schrijf je uit, meld je af, voorkeuren beheren, voorkeuren aanpassen, e mailvoorkeuren, niet meer ontvangen, geen e mails meer, meldingen beheren`,
    backup: `back up code*, backupcode*, backup code*, herstelcode*, herstelsleutel, noodcode*, reservecode*`,
    lasts: `geldig*, geldigheid*, verloopt, verlopen, vervalt, binnen, tot, gedurende, de komende, houdbaar, bruikbaar`,
    waits: `nieuwe code aanvragen, opnieuw aanvragen, opnieuw verzenden, opnieuw versturen, opnieuw proberen, probeer het over, probeer opnieuw, geblokkeerd, vergrendeld, wacht, wachten, vertrouwd apparaat, dit apparaat vertrouwen, ingelogd blijven, aangemeld blijven, niet meer gevraagd`,
    secret: `deel deze code niet, deel deze code nooit, deel hem niet, nooit delen, niet delen, met niemand, aan niemand, geef deze code nooit, vertrouwelijk, vragen nooit`,
    ignore: `niet aangevraagd, niet zelf, niet door jou, niet door u, was jij dit niet, negeren, negeer, niet geprobeerd, heb je dit niet`,
    order: `je bestelling, uw bestelling, bestelbevestiging*, orderbevestiging*, bedankt voor je bestelling, verzonden, verzending, onderweg, bezorgd, bezorging, levering*, pakket*, track trace, volg je pakket, ligt klaar, boekingsbevestiging*, reservering bevestigd, je reservering, je boeking, je reis, instapkaart, afspraak*, bezorgadres`,
    money: `factuur*, facturen, betaling*, betaald, betalen, bedrag*, vervaldatum, incasso*, afschrijving*, afgeschreven, rekeningoverzicht*, bankafschrift*, creditcard, terugbetaling*, terugbetaald, aanmaning*, betalingsherinnering*, bijgeschreven, overschrijving*, saldo, loonstrook, belasting*, transactie*, bon, betaalbewijs`,
    news: `nieuwsbrief*, deze week, wekelijks*, maandelijks*, lees meer, lees verder, bekijk in browser, bekijk online, nieuws, artikel*, blog, editie, uitgelicht`,
    offer: `aanbieding*, korting*, sale, uitverkoop, bespaar, koop nu, shop nu, gratis verzending, laatste kans, alleen vandaag, exclusie*, actie*, gratis, cadeau, profiteer, deals`,
    support: `je verzoek, uw verzoek, ticket*, klantenservice, ondersteuning, helpdesk, supportverzoek, je vraag, uw vraag, medewerker`,
    notice: `nieuwe inlog, nieuwe aanmelding, nieuw apparaat, beveiligingsmelding*, beveiligingswaarschuwing*, ongebruikelijke, wachtwoord is gewijzigd, melding*, herinnering*, heeft gereageerd, heeft je genoemd, heeft gedeeld, heeft je uitgenodigd, uitnodiging*, bijgewerkt, algemene voorwaarden, privacybeleid, onderhoud, storing`,
    second: `seconde*, sec`,
    minute: `minuut, minuten, min, half uur=30, halfuur=30, kwartier=15, anderhalf uur=90`,
    hour: `uur, uren`,
    day: `dag, dagen`,
    week: `week, weken`,
  },
  numbers: `een=1, één=1, twee=2, drie=3, vier=4, vijf=5, zes=6, zeven=7, acht=8, negen=9, tien=10, twaalf=12, vijftien=15, twintig=20, dertig=30, veertig=40, vijfenveertig=45, zestig=60, negentig=90, vierentwintig=24, achtenveertig=48`,
  months: `jan*, feb*, maart/mrt, apr*, mei, jun*, jul*, aug*, sep*, okt*, nov*, dec*`,
};
