const named = (names: string) => new RegExp(`^[^\\p{L}\\p{N}]*(?:${names})[^\\p{L}\\p{N}]*$`, 'iu')

export const emailColumn = {
  label: 'Email',
  required: true,
  pattern: /@/,
  headings: named(
    'e-?mails?|mail|e-?mail[ _-]?(?:addresse?s?|adressen?|adress)|mailadresse|courriel|adresse (?:e-?mail|électronique)|' +
      'correo(?: electr[oó]nico)?|(?:indirizzo|endereço de) e-?mail|e-?posta|sähköposti(?:osoite)?|e-?mailadres|' +
      '(?:адрес )?(?:эл(?:ектронн(?:ая|ой))?\\.? )?почт[аы]|メール(?:アドレス)?|电子邮件|電子郵件|邮箱|이메일',
  ),
}
export const tokensColumn = {
  label: 'Tokens',
  isWhole: true,
  required: true,
  headings: named(
    'tokens?|amount|anzahl|betrag|jetons?|montant|cantidad|importe|fichas|quantidade|importo|quantità|aantal|токен(?:ы|ов)?|トークン|数量',
  ),
}
export const reasonColumn = {
  label: 'Reason',
  headings: named('reason|note|grund|raison|motif|motivo|raz[oó]n|reden|причина|理由|原因'),
}
export const keyColumn = {
  label: 'Key',
  required: true,
  isSecret: true,
  headings: named(
    '(?:[a-z]+[\\s_-])*(?:keys?|codes?|serials?|licen[cs]es?|vouchers?)(?:[\\s_-](?:no|number|id))?|' +
      '(?:lizenz|produkt|aktivierungs)?schlüssel|seriennummern?|gutschein(?:codes?|e)?|(?:lizenz|aktivierungs)(?:codes?|key)|' +
      'clés?(?: de (?:licence|produit))?|clave(?: de (?:licencia|producto))?|chave(?: de licença)?|código|codice|chiave|' +
      'sleutel|licentiecode|ключ|код|キー|コード|密钥|激活码',
  ),
}
export const codeColumn = {
  label: 'Code',
  required: true,
  isSecret: true,
  headings: named('codes?|gutschein(?:codes?)?|einladungscodes?|c[oó]digos?|codice|код|コード|代码'),
}
export const valueColumn = {
  label: 'Value',
  isWhole: true,
  expected: true,
  headings: named('(?:token )?value|tokens?|wert|valeur|valor|valore|waarde|стоимость|値'),
}
export const expiresColumn = {
  label: 'Expires',
  isDate: true,
  headings: named(
    'expires|expiry|expires at|ablauf(?:datum)?|gültig bis|expiration|(?:date d.)?expiration|caducidad|vencimiento|validade|scadenza',
  ),
}
export const usesColumn = {
  label: 'Uses',
  isWhole: true,
  headings: named('(?:max )?uses|nutzungen|verwendungen|utilisations?|usos|utilizzi'),
}
export const noteColumn = {
  label: 'Note',
  headings: named('notes?|notiz|bemerkung|remarque|notas?|opmerking|примечание|備考'),
}
/** As the export of codes has it. */
export const statusColumn = { label: 'Status', headings: named('status|state|zustand|état|estado|stato') }
export const nameColumn = {
  label: 'Name',
  headings: named(
    '(?:full[ _-]?)?name|member(?: name)?|vor- und nachname|voller name|nom(?: complet)?|nombre(?: completo)?|nome(?: completo)?|' +
      'naam|имя|фио|氏名|名前|姓名|이름',
  ),
}
export const endsColumn = {
  label: 'Member until',
  isDate: true,
  pattern: /^\s*\p{Nd}/u,
  headings: named(
    'member(?:ship)?[ _-]?(?:until|ends?|end date|expires)|ends?(?: (?:date|on))?|end[ _-]?date|expires|expiry(?: date)?|valid until|' +
      'until|mitglied bis|ablauf(?:datum)?|gültig bis|ende|(?:date de )?fin|expiration|vencimiento|validade|scadenza|einddatum',
  ),
}
export const balanceColumn = {
  label: 'Opening balance',
  isWhole: true,
  pattern: /^\s*\p{Nd}/u,
  headings: named(
    '(?:opening|start(?:ing)?)[ _-]?balance|balance|(?:current[ _-])?tokens?|guthaben|anfangsbestand|solde(?: initial)?|' +
      'saldo(?: inicial| iniziale)?|beginsaldo|остаток|баланс|残高|余额',
  ),
}
