import type { Words } from './words.js';

/** Italian. */
export const it: Words = {
  language: 'it',
  terms: {
    code: `codice di verifica, codici di verifica, codice di sicurezza, codice di conferma, codice di accesso, codice d accesso, codice di autenticazione, codice di autorizzazione, codice di attivazione, codice di convalida, codice monouso, codice usa e getta, codice temporaneo, codice univoco, codice otp, codice pin, codice sms, codice di login, codice segreto, password monouso, password temporanea, password usa e getta, codice a 6 cifre, codice a sei cifre, codice a 4 cifre, codice di registrazione, codice di identificazione, codice di ripristino, codice dispositivo, codice di pagamento, il tuo codice, il suo codice, inserisci il codice, inserire il codice, inserisca il codice, usa il codice, seguente codice, codice seguente`,
    maybeCode: `codice, codici, pin, token`,
    otherCode: `codice sconto, codice promozionale, codice promo, coupon, buono sconto, codice regalo, codice invito, codice amico, codice di errore, codice errore, codice postale, codice a barre, codice qr, codice fiscale, codice cliente, codice prodotto, codice articolo, codice iban, codice bic, codice di ritiro, codice ritiro, codice prenotazione, codice di prenotazione, codice ordine, codice spedizione, codice di tracciamento, prefisso, codice sorgente, codice colore`,
    number: `numero d ordine, numero ordine, n ordine, ordine, ordini, fattura, fatture, numero fattura, numero cliente, cliente n, riferimento, rif, numero di riferimento, pratica, numero pratica, ticket, segnalazione, numero di prenotazione, prenotazione, numero di spedizione, spedizione, tracking, pacco, contratto, polizza, conto n, numero di conto, numero di serie, partita iva, p iva, iban, telefono, tel, cell, cellulare, fax, chiama, numero verde, volo, posto, camera, viale, piazza, che termina con, che termina per, terminante con, numero carta, importo, totale, prezzo, quantità, versione, pagina, numero, n, punti, binario, carrozza`,
    verify: `verifica, verificare, verificato, conferma, confermare, confermato, attiva, attivare, attivazione, convalida, convalidare, conferma il tuo indirizzo, conferma email, conferma indirizzo, conferma il tuo account, verifica il tuo account, attiva il tuo account, attiva account, completa la registrazione, completare la registrazione, accetta l invito, conferma iscrizione`,
    signIn: `accedi, accedere, accesso, effettuare l accesso, effettua l accesso, login, entra, link di accesso, link magico, tentativo di accesso`,
    reset: `reimposta, reimpostare, reimpostazione, reimpostare la password, password dimenticata, hai dimenticato la password, nuova password, cambia password, cambiare la password, modifica password, ripristina password, ripristino password, imposta password, crea password`,
    unsubscribe: `annulla iscrizione, annulla l iscrizione, annullare l iscrizione, disiscriviti, disiscriversi, disiscrizione, cancella iscrizione, cancellati, cancellarti, cancellare l iscrizione, gestisci preferenze, gestisci le preferenze, preferenze email, non ricevere più, non vuoi più ricevere`,
    backup: `codici di backup, codice di backup, codici di recupero, codici di emergenza, codici di riserva, chiave di recupero`,
    lasts: `valido*, valida*, validità, scade, scadrà, scadenza, entro, fino a, fino al, fino alle, per i prossimi, nei prossimi, durata, utilizzabile, prima delle`,
    waits: `richiedere un nuovo codice, richiedi un nuovo, invia di nuovo, inviare di nuovo, reinvia, riprova, riprovare, bloccat*, blocco, attendi, attendere, aspetta, dispositivo attendibile, dispositivo fidato, resta connesso, rimanere connesso, prossimo codice`,
    secret: `non condividere, non condividerlo, non comunicare, non comunicarlo, non divulgare, non rivelare, con nessuno, a nessuno, mai condividere, non ti chiederemo mai, riservato`,
    ignore: `non hai richiesto, non ha richiesto, non sei stato tu, se non sei stato, non hai effettuato, ignora, ignorare, ignori, non riconosci, non hai tentato`,
    order: `il tuo ordine, ordine confermato, conferma ordine, conferma d ordine, conferma dell ordine, grazie per l acquisto, grazie per il tuo acquisto, spedito, spedizione, in viaggio, in arrivo, consegna, consegnato, in consegna, pacco, traccia, prenotazione confermata, la tua prenotazione, conferma prenotazione, il tuo viaggio, carta d imbarco, biglietto, biglietti, appuntamento, indirizzo di spedizione, pronto per il ritiro`,
    money: `fattura*, pagamento*, pagato, importo, scadenza pagamento, ricevuta*, estratto conto, addebito*, addebitato, accredito*, accreditato, bonifico*, carta di credito, saldo, rimborso*, bolletta*, stipendio, busta paga, tassa, tasse, transazione*, movimento*, prelievo*`,
    news: `newsletter*, questa settimana, settimanale, mensile, leggi tutto, continua a leggere, leggi di più, visualizza nel browser, notizie, articolo, articoli, blog, edizione, novità, in evidenza`,
    offer: `offerta*, offerte, sconto*, sconti, saldi, promozione*, risparmia, acquista ora, compra ora, spedizione gratuita, ultima occasione, solo oggi, esclusiv*, coupon, approfitta, gratis, regalo`,
    support: `la tua richiesta, ticket*, assistenza, assistenza clienti, servizio clienti, supporto, operatore, reclamo, segnalazione`,
    notice: `nuovo accesso, nuovo dispositivo, avviso di sicurezza, attività insolita, password è stata, notifica*, promemoria, ha commentato, ti ha menzionato, ha condiviso, ti ha invitato, invito, aggiornato, aggiornamento, termini e condizioni, informativa sulla privacy, manutenzione`,
    second: `secondo, secondi, sec`,
    minute: `minuto, minuti, min, mezz ora=30, mezzora=30, quarto d ora=15, un ora e mezza=90`,
    hour: `ora, ore, h`,
    day: `giorno, giorni, gg`,
    week: `settimana*, settimane`,
  },
  numbers: `un=1, una=1, uno=1, due=2, tre=3, quattro=4, cinque=5, sei=6, sette=7, otto=8, nove=9, dieci=10, dodici=12, quindici=15, venti=20, trenta=30, quaranta=40, sessanta=60, novanta=90, ventiquattro=24, quarantotto=48`,
  months: `gen*, feb*, mar*, apr*, mag*, giu*, lug*, ago*, set*, ott*, nov*, dic*`,
};
