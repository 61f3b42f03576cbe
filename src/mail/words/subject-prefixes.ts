/** What mail programs put before the subject of a reply, lower case, without a final full stop. */
export const REPLY_PREFIXES: readonly string[] = [
  ...['re', 'reply'],
  // Germanic
  ...['aw', 'antw', 'antwort', 'antwoord', 'beantw', 'sv', 'svar', 'betr', 'besvarad'],
  // Romance
  ...['rif', 'r', 'res', 'resp', 'rép', 'rep', 'respuesta', 'resposta'],
  ...['risposta', 'réponse', 'reponse', 'răsp', 'răspuns', 'raspuns'],
  // Slavic
  ...['odp', 'odpoveď', 'odpověď', 'odpowiedź', 'odg', 'odgovor', 'отв', 'ответ', 'отг', 'отн'],
  ...['на', 'ha', 'ре', 'відп', 'відповідь', 'вiдп', 'відпов', 'одг', 'одговор', 'адк'],
  // Baltic, Finnic, Hungarian, Turkic, Greek, Celtic, Basque
  ...['ats', 'atb', 'vs', 'vast', 'vastaus', 'vá', 'válasz', 'ynt', 'yan', 'yanıt', 'yanit', 'cvp'],
  ...['cevap', 'απ', 'απαντ', 'απάντηση', 'σχετ', 'erantz'],
  // Arabic, Hebrew, Persian, Urdu
  ...['رد', 'الرد', 'رد على', 'إجابة', 'השב', 'תגובה', 'תשובה', 'מענה', 'پاسخ', 'جواب'],
  // East Asia
  ...[
    '回复',
    '回复自',
    '回覆',
    '回復',
    '答复',
    '答覆',
    '回信',
    '返信',
    '返',
    '답장',
    '회신',
    '답신',
    '답변',
  ],
  // South and South-East Asia
  ...['ตอบ', 'ตอบกลับ', 'trả lời', 'tl', 'hồi đáp', 'phản hồi', 'hồi âm', 'đáp'],
  ...[
    'bls',
    'bals',
    'balas',
    'balasan',
    'membalas',
    'tanggapan',
    'उत्तर',
    'जवाब',
    'प्रत्युत्तर',
    'जवाबी',
  ],
  ...['உத்தரம்', 'பதில்', 'জবাব', 'উত্তর'],
];

/** What mail programs put before the subject of a forwarded mail, lower case, likewise. */
export const FORWARD_PREFIXES: readonly string[] = [
  ...['fw', 'fwd', 'forward', 'forwarded'],
  // Germanic
  ...['wg', 'weitergeleitet', 'doorst', 'doorgest', 'vb', 'vl', 'fs', 'vidar', 'videresendt'],
  ...['vidarebefordrat', 'videresend', 'weiterl', 'doorgestuurd'],
  // Romance
  ...['tr', 'rv', 'enc', 'i', 'inoltra', 'inoltrato', 'inol', 'reenviar', 'reenv', 'reenviado'],
  ...['transf', 'trans', 'encaminhado', 'redirecționat', 'redirectionat'],
  // Slavic
  ...['pd', 'przekaz', 'pzk', 'podaj dalej', 'пересл', 'переслать', 'пересылка', 'прд', 'фвд'],
  ...['перес', 'пер', 'переслано', 'препр', 'proslijeđeno', 'přep', 'přeposlaná', 'прос'],
  // Baltic, Finnic, Hungarian, Turkic, Greek, Welsh
  ...['pers', 'pārs', 'edasi', 'välitetty', 'tovább', 'továbbítás', 'továbbítva', 'ilt', 'i̇lt'],
  ...['ilet', 'i̇let', 'i̇letildi', 'iletildi', 'πρθ', 'προωθ', 'yml'],
  // Arabic, Hebrew, Persian
  ...['إعادة توجيه', 'تحويل', 'توجيه', 'הועבר', 'העבר', 'העברה', 'بازارسال'],
  // East Asia
  ...['转发', '轉寄', '轉發', '转寄', '転送', '転', '전달'],
  // South and South-East Asia
  ...[
    'ส่งต่อ',
    'chuyển tiếp',
    'trs',
    'teruskan',
    'terusan',
    'diteruskan',
    'अग्रेषित',
    'अग्रे',
    'फ़ॉरवर्ड',
    'फॉरवर्ड',
    'majukan',
    'dimajukan',
  ],
];

/** What gateways write before a subject, lower case, without its brackets: mail of one thread may lack it. */
export const GATEWAY_MARKS: readonly string[] = [
  ...['external', 'ext', 'external email', 'external sender', 'extern', 'externe', 'externo'],
  ...[
    'esterno',
    'externt',
    'ekstern',
    'zewnętrzny',
    'внешнее',
    'внешняя почта',
    '外部',
    '外部邮件',
  ],
  ...['外部郵件', '외부', '외부메일', 'spam', 'suspected spam', 'possible spam'],
  ...['caution external'],
  ...['垃圾邮件', '社外', '社外メール'],
  ...['eksternal', 'luaran', 'bên ngoài', 'email bên ngoài', 'ภายนอก', 'จากภายนอก', 'बाहरी'],
];
