/** #REF!, #¿NOMBRE?, the names of #N/A, #GETTING_DATA, and LibreOffice's Err:502; the database has the same list. */
const errorValues = [
  /^#(?:[¡¿]?[\p{L}/_. ]+(?:\/0)?[!?]|N\/A|NV|N\/D|N\/B|Н\/Д|I\/T|YOK|HIÁNYZIK|NEDOSTUPNÝ|#+)$/iu,
  /^#\p{Lu}+(?:[/_]\p{Lu}+)+$/u,
  /^(?:Err|Error|Erreur|Errore|Erro|Fehler|Fout|Fel|Fejl|Feil|Virhe|Błąd|Chyba|Hiba|Hata|Ошибка|Помилка|エラー|错误|錯誤|오류) ?: ?\d{3}$/iu,
]
const roundedNumberPattern = /^[+-]?(?:\d[.,]\d+E[+-]?\d{1,3}|\dE[+-]\d{1,3})$/i

/** Why a cell holds no value of its own; undefined if it does. Full-width characters and narrow spaces are read as plain ones. */
export function spreadsheetFlaw(cell: string): string | undefined {
  const plain = cell.normalize('NFKC')
  if (errorValues.some((pattern) => pattern.test(plain))) return `“${cell}” is an error of the spreadsheet`
  return roundedNumberPattern.test(plain)
    ? `“${cell}” is a number that the spreadsheet has rounded`
    : undefined
}
