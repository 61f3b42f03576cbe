/** What mail programs put before the subject of a reply, lower case. */
export const REPLY_PREFIXES: readonly string[] = [
  're',
  // Germanic
  ...['aw', 'antw', 'antwort', 'sv', 'svar', 'betr'],
  // Romance
  ...['rif', 'r', 'res', 'resp', 'rép', 'rép.', 'respuesta', 'resposta', 'risposta', 'réponse'],
  // Slavic
  ...['odp', 'odpoveď', 'odpověď', 'odg', 'отв', 'ответ', 'отг', 'відп', 'відповідь', 'ре'],
  // Baltic, Finnish, Hungarian, Turkish, Greek
  ...['ats', 'atb', 'vs', 'vá', 'válasz', 'ynt', 'yan', 'cvp', 'απ', 'σχετ'],
  // Arabic, Hebrew, Persian
  ...['رد', 'الرد', 'השב', 'תגובה', 'תשובה', 'پاسخ', 'جواب'],
  // East and South-East Asia, Hindi
  ...['回复', '回覆', '答复', '答覆', '回信', '返信', '답장', '회신', 'ตอบ', 'ตอบกลับ'],
  ...['trả lời', 'tl', 'bls', 'balas', 'balasan', 'उत्तर', 'जवाब'],
];

/** What mail programs put before the subject of a forwarded mail, lower case. */
export const FORWARD_PREFIXES: readonly string[] = [
  'fw',
  'fwd',
  // Germanic
  ...['wg', 'doorst', 'vb', 'vl', 'vidar', 'videresendt'],
  // Romance
  ...['tr', 'rv', 'enc', 'i', 'inoltra', 'reenviar', 'reenv', 'transf', 'trans'],
  // Slavic
  ...['pd', 'przekaz', 'pzk', 'пересл', 'переслать', 'прд', 'фвд', 'перес', 'proslijeđeno'],
  // Finnish, Hungarian, Turkish, Greek
  ...['tovább', 'továbbítás', 'ilt', 'i̇lt', 'ilet', 'πρθ'],
  // Arabic, Hebrew
  ...['إعادة توجيه', 'تحويل', 'הועבר', 'העבר'],
  // East and South-East Asia, Hindi
  ...['转发', '轉寄', '轉發', '転送', '전달', 'ส่งต่อ', 'chuyển tiếp', 'trs', 'terusan', 'अग्रेषित'],
];
