import type { PlainSentences } from './plain-sentence.js';
import { FURTHER } from './plain-sentences-further.js';

/** What is said most often of codes and of other numbers, by language. */
export const PLAIN: Readonly<Record<string, PlainSentences>> = {
  en: {
    codes: [
      '# gets you into your account.',
      '# lets you approve the transfer.',
      'On your old tablet: #\n\nNot you? Ignore this mail.',

      'To open your letter you need #.',
      'To change your e-mail address use #.',
      '# unlocks your device.',
      'Sign the lease with #.',
      'Please read # to our colleague so that we know it is you.',
      'Dear member, # is the passcode for your purchase at DELI.',
      '#\n\nTwo wrong tries and it is locked. Late? Ask for a new one.',

      ...['Your confirmation code is "#".', 'Confirmation code: #', 'Use the code “#” to log in.'],
      ...['Your code is #.', 'Sign-in code: #', '# is your code.', 'Type # and you are done.'],
      ...['To enter the website use #.', 'The digits are #. Invoice 20417. Enter them in our app.'],
      ...[
        'Code for the payment of 90.00 to Ann (invoice 20417): #',
        'Your code to sign the lease: #. Lease 20417.',
        'To sign in (member 20 41702) copy this code:\n\n#',
        'The digits that confirm your phone are #.',
        'To approve the payment with card 2041 enter #.',
      ],
      'Code for the transfer of 250.00 to account ..7712: #\nNever tell your codes to anybody.',
    ],
    others: [
      '# verification codes were sent this week.',
      'Sign-in codes sent: #',
      'We sent # codes in May.',
      'The museum needs # guests to open its new hall.',
      '# visitors\n\ncame on Saturday. Book your own tour.',
      'Type # at the entrance, it is your number in the queue.',
      'Network: DOM-4\nPassword: #',
      'Guest Wi-Fi: ROSE, password #',
      'Booking confirmation code for your hotel: KD8W2R',
      'Confirmation code of your trip: HX4T9B',
      'Meeting ID: 733 2041 8862\n\nPasscode: #\n\nSee you',
      'You asked for a code: # ran out at 10:00. Ask for another one.',
      'Approval code #\nNever tell the codes of your bank to anybody.',
      'Codes last for 5 minutes, so ask for a new one. Your request is #.',
      'Shown in our tests: "enter the code #". Beware of such texts.',
      'You wrote that the code # did not work. Get a new one in the app.',

      '# steps\n\nyou walked this week. Join the next walk.',
      'Approval code for your trip: QW4T8K',
      'Somebody typed a wrong sign-in code twice for client #.',

      ...[
        'Passwords of # customers were stolen.',
        'A payment with code # was refused as it is old.',
      ],
      ...['The new code of the front door is #.', 'Amount: #', 'Your parcel # is here.'],
      ...[
        'Card payment 389.00\nAuthorisation: #\nWe will never ask for a verification code.',
        'Gift card 6006 2041 4471 8820\nPIN #',
        '#\n\nEnter it at the checkout and save 15% on your order.',
        'Webinar ID: 844 2041 7417\n\nPasscode: #',
        'Voucher code: 2041-8842-0017. PIN: #. Enter it at the checkout.',
        'You will get your code soon.\n\nNorthwind\n22 Mill Street\n#\nSpringfield',
        'Authenticity: check it with the code # of your certificate.',
      ],
      ...['Pick up number: #', 'Reference # was closed.', 'Codes of # accounts leaked last night.'],
    ],
  },
  de: {
    codes: [
      '# öffnet Ihr Konto.',
      '# gibt die Zahlung frei.',

      'Um Ihren Brief zu öffnen, brauchen Sie #.',
      '# schaltet Ihr Gerät frei.',
      'Unterschreiben Sie den Vertrag mit #.',
      'Code zum Freigeben der Zahlung ist #.',
      'Auf Ihrem alten Gerät: #\n\nNicht Sie? Dann löschen Sie diese Mail.',

      ...['Ihr Code ist #.', 'Anmeldecode: #', '# ist dein Code.', 'Tippe # ein, und fertig.'],
      ...['Um auf die Website zu kommen, nimm #.', 'Die Ziffern sind #. Gib sie in der App ein.'],
      'TAN für die Überweisung von 250,00 € auf das Konto ..7712: #\nGeben Sie TANs niemandem weiter.',
    ],
    others: [
      'Diese Woche wurden # Codes verschickt.',
      '# Anmeldecodes gingen im Mai hinaus.',
      'Das Museum braucht # Besucher.',
      '# Besucher\n\nkamen am Samstag.',
      'Tippen Sie am Eingang # ein, das ist Ihre Wartenummer.',
      'WLAN: Rose\nPasswort: #',
      'Genehmigungscode #\nGeben Sie Codes Ihrer Bank niemandem weiter.',

      'Scheinnummer\n\n#',
      'Mitgliedsnummer\n\n#',

      ...[
        'Passwörter von # Kunden wurden gestohlen.',
        'Der Code # wurde abgelehnt, er ist abgelaufen.',
      ],
      ...['Der neue Code für die Haustür ist #.', 'Betrag: #', 'Ihr Paket # ist da.'],
      'Der Vorgang # ist erledigt.',
    ],
  },
  fr: {
    codes: [
      '# ouvre votre compte.',

      'Pour ouvrir votre courrier, il vous faut #.',
      '# débloque votre appareil.',
      'Signez le bail avec #.',

      ...['Votre code est #.', 'Code de connexion : #', '# est votre code.', 'Tapez # et voilà.'],
      ...["Pour entrer sur le site, c'est #.", 'Saisissez # pour continuer.'],
      'Code pour le virement de 250,00 € vers le compte ..7712 : #\nNe donnez vos codes à personne.',
    ],
    others: [
      '# codes de vérification ont été envoyés cette semaine.',
      '# visiteurs\n\nsont venus samedi.',
      "Tapez # à la borne, c'est votre numéro d'attente.",
      'Réseau invité : ROSE\nMot de passe : #',

      'Numéro de membre\n\n#',
      'Numéro de contrat\n\n#',

      ...['Les mots de passe de # clients ont été volés.', 'Le code # a été refusé, il a expiré.'],
      ...[
        "Le nouveau code de la porte d'entrée est #.",
        'Montant : #',
        'Votre colis # est arrivé.',
      ],
      'Le dossier # est clos.',
    ],
  },
  es: {
    codes: [
      '# abre tu cuenta.',

      'Para abrir tu carta necesitas #.',
      '# desbloquea tu dispositivo.',
      'Firma el contrato con #.',

      ...['Tu código es #.', 'Código de acceso: #', '# es tu código.', 'Escribe # y listo.'],
      ...['Para entrar en la web usa #.', 'Introduce # para continuar.'],
      'Clave para la transferencia de 250,00 € a la cuenta ..7712: #\nNo des tus claves a nadie.',
    ],
    others: [
      'Esta semana se enviaron # códigos de verificación.',
      '# visitantes\n\nvinieron el sábado.',
      'Teclea # en la entrada, es tu turno.',
      'Red de invitados: ROSA\nContraseña: #',

      'Número de socio\n\n#',
      'Número de póliza\n\n#',

      'Entra con tu número de socio # y la contraseña que ya tienes.',
      ...['Robaron las contraseñas de # clientes.', 'El código # fue rechazado porque caducó.'],
      ...['El nuevo código del portal es #.', 'Importe: #', 'Tu paquete # ha llegado.'],
      'El caso # está cerrado.',
    ],
  },
  it: {
    codes: [
      '# apre il tuo conto.',

      'Per aprire la lettera serve #.',
      '# sblocca il dispositivo.',
      'Firma il contratto con #.',
      'Vuole entrare nel portale: ecco #',

      ...['Il tuo codice è #.', 'Codice di accesso: #', '# è il tuo codice.', 'Digita # e via.'],
      'Codice per il bonifico di 250,00 € sul conto ..7712: #\nNon dare i codici a nessuno.',
    ],
    others: [
      'Questa settimana sono stati inviati # codici.',
      '# visitatori\n\nsono venuti sabato.',
      'Rete ospiti: ROSA\nPassword: #',

      'Numero di socio\n\n#',

      ...['Rubate le password di # clienti.', 'Il codice # è stato rifiutato perché scaduto.'],
      ...['Il nuovo codice del portone è #.', 'Importo: #', 'Il pacco # è arrivato.'],
    ],
  },
  pt: {
    codes: [
      '# abre a sua conta.',
      'Os números para confirmar o seu e-mail são #.',

      'Para abrir a carta precisa de #.',
      '# desbloqueia o seu dispositivo.',
      'Assine o contrato com #.',
      'Os números para confirmar o seu e-mail são #.',

      ...['O seu código é #.', 'Código de acesso: #', '# é o seu código.', 'Digite # e pronto.'],
      'Código para a transferência de 250,00 € para a conta ..7712: #\nNão dê os códigos a ninguém.',
    ],
    others: [
      'Nesta semana foram enviados # códigos de verificação.',
      '# visitantes\n\nvieram no sábado.',

      'Número de sócio\n\n#',

      ...['Roubadas as senhas de # clientes.', 'O código # foi recusado porque expirou.'],
      ...['O novo código da porta é #.', 'Valor: #', 'A encomenda # chegou.'],
    ],
  },
  nl: {
    codes: [
      'Hallo Jan, om in de app te komen gebruik je #.',

      'Om je brief te openen heb je # nodig.',
      '# ontgrendelt je toestel.',
      'Onderteken het contract met #.',
      'Typ # over in het veld dat open staat.',

      ...['Je code is #.', 'Inlogcode: #', '# is je code.', 'Toets # in en klaar.'],
      'Op je oude telefoon: #\n\nNiet jij? Negeer deze mail.',
      ...['Om op de site te komen neem je #.', 'Voer # in om verder te gaan.'],
      'Code voor de overboeking van € 250,00 naar rekening ..7712: #\nGeef codes aan niemand.',
    ],
    others: [
      'Deze week zijn # codes verstuurd.',
      '# bezoekers\n\nkwamen zaterdag.',
      'Gastnetwerk: ROOS\nWachtwoord: #',

      'Lidnummer\n\n#',

      ...['Wachtwoorden van # klanten zijn gestolen.', 'De code # is geweigerd, hij is verlopen.'],
      ...['De nieuwe code van de voordeur is #.', 'Bedrag: #', 'Je pakket # is er.'],
      'Kaartnummer: 7714-2093-0055. Pincode: #. Te besteden bij de kassa.',
    ],
  },
  pl: {
    codes: [
      'Do otwarcia listu potrzebne będzie #.',
      '# odblokuje Twoje urządzenie.',
      'Podpisz umowę kodem #.',

      ...['Twój kod to #.', 'Kod logowania: #', '# to Twój kod.', 'Przepisz # i już.'],
      'Hasło do przelewu 250,00 PLN na konto ..7712: #\nNie mów haseł nikomu.',
    ],
    others: [
      'W tym tygodniu wysłano # kodów.',
      'Numer członkowski\n\n#',
      'Numer polisy\n\n#',

      ...['Skradziono hasła # klientów.', 'Kod # został odrzucony, bo wygasł.'],
      ...['Nowy kod do bramy to #.', 'Kwota: #', 'Paczka # dotarła.'],
    ],
  },
  cs: {
    codes: [
      'K otevření dopisu potřebujete #.',
      'Pro přihlášení (karta č. 20 4417) opište kód:\n\n#',

      ...['Váš kód je #.', 'Přihlašovací kód: #', '# je váš kód.', 'Zadejte # a máte hotovo.'],
      'Kód pro převod 250,00 Kč na účet ..7712: #\nKódy nikomu nesdělujte.',
    ],
    others: [
      'Číslo účtu\n\n#',
      'Účet č. #',

      'Platba kartou 250 Kč\nAutorizace: #\nNikdy se vás neptáme na kód.',
      ...['Nový kód od hlavních dveří je #.', 'Kód # byl odmítnut, protože vypršel.'],
      ...['Od středy platí pro garáž nový kód #.', 'Částka: #', 'Zásilka # dorazila.'],
    ],
  },
  ...FURTHER,
};
