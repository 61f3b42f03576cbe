/** What a number counts that stands right before it, in the form it has there: "3947 people". */
export const COUNTED_WORDS = `
  people, persons, participants, runners, visitors, members, customers, readers, subscribers, followers, votes, voters, users, guests, fans, players, points, steps, miles, metres, meters, kilometres, kilometers, orders, items, downloads, views, likes, euros, euro, dollars, pounds, pages, copies, seats, signatures, students, children, households, homes, trees, spectators, donors, entries, answers, families, employees, colleagues, neighbours, neighbors, times, words, calories,
  menschen, personen, leute, teilnehmer, teilnehmende, läufer, läuferinnen, besucher, besucherinnen, mitglieder, kunden, kundinnen, leser, leserinnen, stimmen, nutzer, gäste, punkte, schritte, kilometer, meter, bestellungen, seiten, unterschriften, haushalte, bäume, zuschauer, spender, einsendungen, familien, kinder, kalorien,
  personnes, gens, coureurs, visiteurs, membres, clients, lecteurs, abonnés, voix, joueurs, kilomètres, mètres, foyers, arbres, spectateurs, donateurs, réponses, enfants, fois, élèves, habitants,
  personas, participantes, corredores, visitantes, socios, clientes, lectores, votos, usuarios, seguidores, puntos, pasos, kilómetros, metros, pesos, firmas, hogares, árboles, espectadores, respuestas, familias, niños, veces, vecinos, alumnos,
  pessoas, sócios, leitores, usuários, utilizadores, pontos, passos, quilômetros, quilómetros, reais, famílias, árvores, vezes, crianças, torcedores, alunos, moradores,
  persone, partecipanti, visitatori, soci, clienti, lettori, voti, utenti, punti, passi, chilometri, metri, firme, famiglie, alberi, spettatori, volte, bambini, corridori, iscritti,
  mensen, deelnemers, lopers, bezoekers, leden, klanten, lezers, stemmen, gebruikers, punten, stappen, handtekeningen, huishoudens, bomen, toeschouwers, keer, kinderen, gezinnen,
  osób, osoby, ludzi, uczestników, biegaczy, gości, członków, klientów, czytelników, głosów, głosy, użytkowników, punktów, punkty, kroków, kroki, kilometrów, metrów, złotych, podpisów, rodzin, drzew, widzów, razy, dzieci,
  kişi, insan, katılımcı, koşucu, ziyaretçi, üye, müşteri, okur, oy, kullanıcı, puan, adım, kilometre, metre, lira, imza, aile, ağaç, seyirci, kez, çocuk, öğrenci,
  человек, человека, людей, участников, участника, бегунов, посетителей, гостей, клиентов, читателей, голосов, голоса, пользователей, подписчиков, баллов, балла, очков, шагов, шага, километров, метров, рублей, рубля, евро, подписей, семей, деревьев, зрителей, раз, раза, детей, заказов, страниц,
  людини, осіб, учасників, бігунів, відвідувачів, клієнтів, читачів, голосів, користувачів, підписників, балів, бали, кроків, кроки, кілометрів, метрів, гривень, гривні, євро, підписів, родин, дерев, глядачів, разів, дітей, замовлень,
  شخص, شخصا, أشخاص, مشارك, مشاركا, مشاركة, زائر, زائرا, عضو, عضوا, عميل, عميلا, قارئ, صوت, صوتا, نقطة, خطوة, كيلومتر, متر, متسابق, متسابقا, ريال, ريالا, درهم, درهما, جنيه, جنيها, دولار, دولارا, مستخدم, مستخدما, عائلة, شجرة, مرة, طفل, طفلا,
  אנשים, איש, משתתפים, מבקרים, חברים, לקוחות, קוראים, קולות, משתמשים, נקודות, צעדים, קילומטרים, מטרים, שקלים, משפחות, עצים, צופים, פעמים, ילדים, רצים, תלמידים,
  लोग, लोगों, व्यक्ति, व्यक्तियों, प्रतिभागी, प्रतिभागियों, सदस्य, सदस्यों, ग्राहक, ग्राहकों, पाठक, पाठकों, वोट, पॉइंट, कदम, क़दम, किलोमीटर, मीटर, रुपये, रुपए, परिवार, परिवारों, पेड़, बार, बच्चे, बच्चों, धावक, धावकों,
  người, điểm, bước, km, lượt, đồng, phiếu, lần, orang, peserta, pelari, pengunjung, anggota, pelanggan, pembaca, suara, pengguna, poin, langkah, rupiah, keluarga, pohon, penonton, kali, anak,
  personer, människor, deltagare, löpare, besökare, medlemmar, kunder, läsare, röster, användare, poäng, steg, kronor, familjer, träd, åskådare, gånger, barn, namnunderskrifter,
  deltakere, deltagere, besøgende, besøkende, medlemmer, stemmer, brukere, brugere, poeng, point, skridt, skritt, kroner, gange, ganger, ihmistä, henkilöä, jäsentä, ääntä, pistettä, askelta, lidí, osob, členů, hlasů, bodů, kroků, korun, oameni, persoane, membri, voturi, puncte, pași, ember, fő, szavazat, pont, lépés, άτομα, μέλη, ψήφοι, πόντοι, βήματα, души, члена, гласа, точки, лева`;

/** Where numbers are drawn by lot, guessed, or read off a meter. Beginnings of words. */
export const DRAWN_WORDS = `
  lottery, raffle, jackpot, drawn, winning number, winning ticket, lucky number, quiz, trivia, riddle, puzzle, meter reading, bingo, the answer was, right answer, correct answer, sweepstake, prize draw, final score, right number was,
  lotto, verlosung, gezogen, gewinnzahl, losnummer, auf seinem los, rätsel, zählerstand, tombola, richtige antwort, die lösung, richtig war, ratespiel,
  loterie, tirage, numéro gagnant, devinette, énigme, relevé de compteur, relevé du compteur, bonne réponse, la réponse était,
  lotería, sorteo, número ganador, tu décimo, premiado, adivinanza, acertijo, lectura del contador, respuesta correcta, ha salido el,
  loteria, sorteio, sorteado, charada, adivinha, leitura do contador, resposta certa, resposta correta,
  lotteria, numero estratto, estratti, estrazione, numero vincente, indovinello, lettura del contatore, risposta giusta, risposta esatta,
  loterij, trekking, winnend, raadsel, meterstand, juiste antwoord, goede antwoord, getrokken,
  wylosowan, losowani, zwycięsk, zagadk, krzyżówk, stan licznika, prawidłowa odpowiedź, poprawna odpowiedź, swój los,
  piyango, çekiliş, talihli, kazanan numara, bilmece, bulmaca, sayaç oku, doğru cevap,
  лотере, розыгрыш, выигрыш, викторин, загадк, показания, правильный ответ, верный ответ, следующий вопрос,
  розіграш, виграш, вікторин, показники, правильна відповідь, правильну відповідь, наступне питання,
  当せん, 当選番号, 抽選, 抽せん, くじ, クイズ, なぞなぞ, 検針, 正解, 당첨, 추첨, 복권, 퀴즈, 정답, 검침, 응모,
  开奖, 開獎, 中奖, 中獎, 彩票, 彩券, 抽奖, 抽獎, 谜底, 謎底, 正确答案, 正確答案, 竞猜, 競猜, 抄表, 电表, 電表, 水表,
  يانصيب, الفائز, الإجابة الصحيحة, قراءة العداد, الرابح, הגרלה, הזוכה, חידון, חידה, התשובה הנכונה, קריאת מונה,
  लॉटरी, लकी ड्रॉ, विजेता, पहेली, क्विज़, सही उत्तर, सही जवाब, मीटर रीडिंग, xổ số, trúng thưởng, quay số, câu đố, đáp án, chỉ số công tơ,
  สลาก, จับฉลาก, ปริศนา, คำตอบที่ถูก, มิเตอร์, เลขที่ออก, undian, lotre, pemenang, kuis, teka-teki, jawaban yang benar, angka meter,
  lotteri, dragning, vinstnummer, frågesport, gåta, rätt svar, mätarställning, arpajais, oikea vastaus, slosování, losování, hádank, tragere, ghicitoare, sorsolás, nyertes szám, rejtvén, κλήρωση, αίνιγμα, лотари, тегленет, гатанк`;

/** What a number takes off or collects, beside percentages. Beginnings of words. */
export const SAVING_WORDS = `
  discount, at checkout, at the checkout, at the till, points add up, collect points, earn points, next purchase, shop with us, you shop, voucher, free delivery, free shipping, rabatt, an der kasse, sammeln sie punkte, sammle punkte, punkte sammeln, nächsten einkauf, bei uns einkauf, gutschein,
  réduction, remise de, en caisse, cumuler des points, cumulez, prochain achat, à chaque achat, économis, descuento, en caja, ahorra, suma puntos, próxima compra, cada vez que compr, desconto, no caixa, economize, poupe, acumule pontos, junte pontos, sconto, alla cassa, risparmi, raccogli punti, prossimo acquisto, korting, bij het afrekenen, aan de kassa, bespaar, spaar punten,
  zniżk, rabat, przy kasie, oszczęd, zbieraj punkty, indirim, kasada, tasarruf, puan kazan, puan topla, скидк, на кассе, сэконом, копите баллы, копи баллы, знижк, на касі, заощад, зекономи, 引きに, 割引, 値引, ポイントがたま, ポイントが貯, レジで, 할인, 적립, 立减, 立減, 折扣, 优惠, 優惠, 打折,
  خصم, وفري, ووفر, ووفري, הנחה, בקופה, छूट, बचाएँ, बचाएं, giảm giá, giảm ngay, tích điểm, tiết kiệm, ส่วนลด, สะสมแต้ม, diskon, hemat, di kasir, kumpulkan poin, samla poäng, i kassan, spara pengar, alennus, sleva, slevu, reducere, kedvezmény, έκπτωση, отстъпка`;
