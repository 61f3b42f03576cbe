/** A sentence with a number at `#`: one that is a code, and one that is none. */
export interface PlainSentences {
  readonly codes: readonly string[];
  readonly others: readonly string[];
}

/** What is said most often of codes and of other numbers, by language. */
export const PLAIN: Readonly<Record<string, PlainSentences>> = {
  en: {
    codes: [
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
      ...['Ihr Code ist #.', 'Anmeldecode: #', '# ist dein Code.', 'Tippe # ein, und fertig.'],
      ...['Um auf die Website zu kommen, nimm #.', 'Die Ziffern sind #. Gib sie in der App ein.'],
      'TAN für die Überweisung von 250,00 € auf das Konto ..7712: #\nGeben Sie TANs niemandem weiter.',
    ],
    others: [
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
      ...['Votre code est #.', 'Code de connexion : #', '# est votre code.', 'Tapez # et voilà.'],
      ...["Pour entrer sur le site, c'est #.", 'Saisissez # pour continuer.'],
      'Code pour le virement de 250,00 € vers le compte ..7712 : #\nNe donnez vos codes à personne.',
    ],
    others: [
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
      ...['Tu código es #.', 'Código de acceso: #', '# es tu código.', 'Escribe # y listo.'],
      ...['Para entrar en la web usa #.', 'Introduce # para continuar.'],
      'Clave para la transferencia de 250,00 € a la cuenta ..7712: #\nNo des tus claves a nadie.',
    ],
    others: [
      'Entra con tu número de socio # y la contraseña que ya tienes.',
      ...['Robaron las contraseñas de # clientes.', 'El código # fue rechazado porque caducó.'],
      ...['El nuevo código del portal es #.', 'Importe: #', 'Tu paquete # ha llegado.'],
      'El caso # está cerrado.',
    ],
  },
  it: {
    codes: [
      ...['Il tuo codice è #.', 'Codice di accesso: #', '# è il tuo codice.', 'Digita # e via.'],
      'Codice per il bonifico di 250,00 € sul conto ..7712: #\nNon dare i codici a nessuno.',
    ],
    others: [
      ...['Rubate le password di # clienti.', 'Il codice # è stato rifiutato perché scaduto.'],
      ...['Il nuovo codice del portone è #.', 'Importo: #', 'Il pacco # è arrivato.'],
    ],
  },
  pt: {
    codes: [
      ...['O seu código é #.', 'Código de acesso: #', '# é o seu código.', 'Digite # e pronto.'],
      'Código para a transferência de 250,00 € para a conta ..7712: #\nNão dê os códigos a ninguém.',
    ],
    others: [
      ...['Roubadas as senhas de # clientes.', 'O código # foi recusado porque expirou.'],
      ...['O novo código da porta é #.', 'Valor: #', 'A encomenda # chegou.'],
    ],
  },
  nl: {
    codes: [
      ...['Je code is #.', 'Inlogcode: #', '# is je code.', 'Toets # in en klaar.'],
      'Op je oude telefoon: #\n\nNiet jij? Negeer deze mail.',
      ...['Om op de site te komen neem je #.', 'Voer # in om verder te gaan.'],
      'Code voor de overboeking van € 250,00 naar rekening ..7712: #\nGeef codes aan niemand.',
    ],
    others: [
      ...['Wachtwoorden van # klanten zijn gestolen.', 'De code # is geweigerd, hij is verlopen.'],
      ...['De nieuwe code van de voordeur is #.', 'Bedrag: #', 'Je pakket # is er.'],
      'Kaartnummer: 7714-2093-0055. Pincode: #. Te besteden bij de kassa.',
    ],
  },
  pl: {
    codes: [
      ...['Twój kod to #.', 'Kod logowania: #', '# to Twój kod.', 'Przepisz # i już.'],
      'Hasło do przelewu 250,00 PLN na konto ..7712: #\nNie mów haseł nikomu.',
    ],
    others: [
      ...['Skradziono hasła # klientów.', 'Kod # został odrzucony, bo wygasł.'],
      ...['Nowy kod do bramy to #.', 'Kwota: #', 'Paczka # dotarła.'],
    ],
  },
  cs: {
    codes: [
      ...['Váš kód je #.', 'Přihlašovací kód: #', '# je váš kód.', 'Zadejte # a máte hotovo.'],
      'Kód pro převod 250,00 Kč na účet ..7712: #\nKódy nikomu nesdělujte.',
    ],
    others: [
      'Platba kartou 250 Kč\nAutorizace: #\nNikdy se vás neptáme na kód.',
      ...['Nový kód od hlavních dveří je #.', 'Kód # byl odmítnut, protože vypršel.'],
      ...['Od středy platí pro garáž nový kód #.', 'Částka: #', 'Zásilka # dorazila.'],
    ],
  },
  tr: {
    codes: [
      ...['Kodunuz: #', 'Giriş kodu: #', '# kodunuzdur.', '# yazın, tamam.'],
      'Havale onay kodu: #\nKodu banka çalışanları dahil kimseyle paylaşmayın.',
      'Onay kodu: #\nOnay kodunu kimseye vermeyin.',
    ],
    others: [...['Kapının yeni kodu #.', 'Tutar: #', '# numaralı paket geldi.']],
  },
  ru: {
    codes: [
      'Код для подписания договора: #. Дело 20417.',
      'Ваш код для подписания заявления: #. Дело 204178.',
      'Подтвердите платёж кодом #',
      ...['Ваш код #.', 'Код для входа: #', '# — ваш код.', 'Наберите # и готово.'],
      'Код для перевода 250,00 ₽ на счёт ..7712: #\nНикому не сообщайте коды.',
    ],
    others: [
      ...['Украдены пароли # клиентов.', 'Код # отклонён, его срок истёк.'],
      ...['Новый код от подъезда #.', 'Сумма: #', 'Посылка # пришла.'],
    ],
  },
  ja: {
    codes: [
      ...['コードは#です。', '確認コード：#', '#がコードです。', '#を入力してください。'],
      '振込の確認コード：#\nコードは誰にも教えないでください。',
    ],
    others: [
      ...['お客様#人のパスワードが盗まれました。', '玄関の新しい暗証番号は#です。'],
      ...['お問い合わせ番号：#', '金額：#', '荷物番号：#'],
    ],
  },
  ko: {
    codes: [
      '접수번호 2041-0310-7712 신청의 본인 확인입니다.\n5분 내 # 를 입력해 주세요.',
      '인증번호는 #입니다.',
    ],
    others: ['주문번호: #', '접수번호 # 처리가 끝났습니다.'],
  },
  ps: {
    codes: ['ستاسو کوډ: #\nدا کوډ ۱۰ دقیقې اعتبار لري.', 'کوډ: #'],
    others: ['د امر شمېره #'],
  },
  zh: {
    codes: [
      ...['您的验证码是#。', '登录验证码：#', '#是您的验证码。', '请输入#。'],
      '转账验证码：#\n请勿将验证码告诉任何人。',
    ],
    others: [
      ...['#名客户的密码被盗。', '大门的新密码是#。', '工单号：#', '金额：#', '快递单号：#'],
    ],
  },
};
