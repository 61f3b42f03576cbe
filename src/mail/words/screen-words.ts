/**
 * Where codes are typed beside apps and websites: screens, devices, what is open before the reader.
 * Beginnings of words where the script separates words; case and accents do not matter.
 */
export const SCREEN_WORDS = `
  open window, the window, window you, offene fenster, offenen fenster, geöffnete fenster, ins fenster, das fenster, la fenêtre, fenêtre ouverte, ventana abierta, finestra aperta, janela aberta, open venster, otwartego okna, do okna, otwartym oknie, pencere, открытое окно, открытом окне, в окно, відкрите вікно, відкритому вікні, у вікно, ウィンドウ, 창에, 的窗口, 視窗, 视窗, النافذة, חלון, לחלון, विंडो, cửa sổ, หน้าต่าง, jendela, fönstret,
  on the tv, on your tv, on tv, into the tv, television, telly, the screen, your screen, game screen, console, new phone, new device, other device, other phone, old phone, new laptop, your laptop, your computer, your tablet, new tablet, the browser, your browser, open page, page you have open, page you left open, open tab, the tab, the box, the boxes, login box, sign in box, the game, the programme, the program, your watch, the reader,
  fernseher, am tv, bildschirm, konsole, neuen handy, neue handy, neuen gerät, neue gerät, anderen gerät, alten handy, rechner, am computer, am laptop, tablet, browser, offenen seite, geöffneten seite, die seite, der seite, eingabefeld, die kästchen, das spiel, im spiel, neuen telefon, neue telefon, smartphone, programm,
  télé, téléviseur, à l écran, l écran, sur l écran, la console, nouveau téléphone, nouvel appareil, autre appareil, nouveau portable, ordinateur, tablette, navigateur, page ouverte, la page, les cases, le jeu, la fenêtre,
  la tele, el televisor, en tv, pantalla, consola, móvil nuevo, nuevo móvil, teléfono nuevo, nuevo teléfono, celular nuevo, nuevo celular, otro dispositivo, nuevo dispositivo, dispositivo nuevo, ordenador, computador, tableta, navegador, página abierta, la página, las casillas, la casilla, el juego, la ventana,
  televisão, televisor, na tv, na tevê, na tela, da tela, à tela, nesta tela, ecrã, novo telemóvel, telemóvel novo, celular novo, novo celular, aparelho novo, novo aparelho, outro aparelho, outro dispositivo, novo dispositivo, tablet, página aberta, na página, quadradinhos, caixinhas, o jogo, no jogo, a janela,
  televisore, alla tv, sulla tv, in tv, tele, schermo, schermata, nuovo telefono, telefono nuovo, nuovo dispositivo, altro dispositivo, nuovo cellulare, pagina aperta, la pagina, nella pagina, sulla pagina, caselle, nel gioco, la finestra,
  op de tv, op je tv, op uw tv, televisie, het scherm, je scherm, nieuwe telefoon, nieuwe toestel, nieuw toestel, andere toestel, ander toestel, andere apparaat, nieuwe apparaat, computer, openstaande pagina, de pagina, vakjes, het spel, het venster, console,
  telewizor, na tv, na ekranie, ekranie, ekran gry, nowym telefonie, nowy telefon, nowym urządzeniu, innym urządzeniu, drugim urządzeniu, komputer, laptop, przeglądar, otwartej stron, okienk, w grze, konsol, kratk,
  televizyon, tv ye, tv de, tv ekran, ekran, yeni telefon, yeni cihaz, diğer cihaz, öbür cihaz, bilgisayar, tarayıcı, açık sayfa, açık olan sayfa, kutucuk, oyun, konsol,
  телевизор, на экране, на экран, экране, новый телефон, новом телефоне, новое устройство, новом устройстве, другом устройстве, компьютер, ноутбук, планшет, браузер, открытой странице, окошк, клетк, в игре, консол,
  телевізор, на екрані, екрані, новий телефон, новому телефоні, новий пристрій, новому пристрої, іншому пристрої, компʼютер, комп'ютер, відкритій сторінці, віконц, клітинк, у грі, в грі,
  テレビ, 画面, 新しい端末, 新端末, 新しいスマホ, 新しい携帯, 新しい機種, 別の端末, パソコン, タブレット, ブラウザ, 開いているページ, マス目, ゲーム, 機器,
  tv에, tv 화면, 스마트 tv, 스마트tv, 티비, 텔레비전, 화면, 새 휴대폰, 새 폰, 새 기기, 새 핸드폰, 다른 기기, 컴퓨터, 노트북, 태블릿, 브라우저, 열려 있는 페이지, 열린 페이지, 빈칸, 게임, 창에,
  电视, 電視, 屏幕, 螢幕, 荧幕, 畫面, 画面, 新手机, 新手機, 新设备, 新裝置, 新設備, 其他设备, 另一台, 电脑, 電腦, 平板, 浏览器, 瀏覽器, 刚才的页面, 剛才的頁面, 页面, 頁面, 方框, 方格, 游戏, 遊戲, 手机上, 手機上,
  التلفاز, التلفزيون, الشاشة, شاشة, الهاتف الجديد, هاتفك الجديد, الجهاز الجديد, جهازك الجديد, الجهاز الآخر, الحاسوب, الكمبيوتر, المتصفح, الصفحة المفتوحة, المربعات, اللعبة,
  טלוויזיה, הטלוויזיה, מסך, המסך, הטלפון החדש, טלפון חדש, המכשיר החדש, מכשיר חדש, מכשיר אחר, המחשב, דפדפן, הדף הפתוח, המשבצות, המשחק,
  टीवी, स्क्रीन, नए फ़ोन, नए फोन, नए डिवाइस, दूसरे डिवाइस, कंप्यूटर, लैपटॉप, ब्राउज़र, खुले पेज, खानों, खाने में, गेम,
  tivi, ti vi, màn hình, điện thoại mới, máy mới, thiết bị mới, thiết bị khác, máy tính, trình duyệt, trang đang mở, các ô, ô trống, trò chơi,
  ทีวี, โทรทัศน์, หน้าจอ, เครื่องใหม่, มือถือใหม่, โทรศัพท์ใหม่, อุปกรณ์ใหม่, อุปกรณ์อื่น, คอมพิวเตอร์, เบราว์เซอร์, หน้าที่เปิด, ช่องว่าง, เกม,
  di tv, televisi, layar, ponsel baru, hp baru, perangkat baru, perangkat lain, gawai baru, komputer, laptop, peramban, halaman yang terbuka, halaman terbuka, kotak, gim, permainan,
  på tv, teve, skärm, nya mobil, ny mobil, nya telefon, nya enhet, andra enhet, dator, surfplatta, webbläsar, öppna sidan, rutorna, i spelet, konsol,
  skærm, skjerm, nye telefon, nye enhed, nye enhet, televisio, ruudul, uuteen puhelimeen, uudella laitteella, tietokone, televizi, obrazov, novém telefonu, novém zařízení, ecran, telefonul nou, dispozitivul nou, képernyő, új telefon, új eszköz, οθόνη, τηλεόραση, νέο κινητό, νέα συσκευή, екрана, новия телефон, новото устройство, телевизор`;
