/** What spreadsheets of several languages leave in place of a value, in its cell or as a copy of it. */
export const spreadsheetErrors = [
  ...'#N/A #n/a #NV #REF! #BEZUG! #VALUE! #WERT! #NAME? #DIV/0! #NULL! #NUM! #ZAHL! #SPILL! #ÜBERLAUF! #CALC!'.split(
    ' ',
  ),
  ...'#¡REF! #¿NOMBRE? #ССЫЛКА! #Н/Д #N/D #N/V #N/P #N/DISP #Δ/Υ #NENÍ_K_DISPOZICI #GETTING_DATA #####'.split(
    ' ',
  ),
  ...'＃N/A ＃ＲＥＦ！ Err:502 err:502 Fehler:502 Errore:522 Ошибка:502 Błąd:508 エラー：502'.split(' '),
  ...['Erreur :508', 'Erreur\u00a0:508', 'Erreur\u202f:\u00a0508'],
]
export const roundedNumbers = [
  '1.23457E+15',
  '1,23457E+15',
  '1,23457e+15',
  '1E+15',
  '1.5e12',
  '-2.1E-05',
  '１E+15',
]
/** Keys that are none of it. */
export const keysOfMarks = [
  '#1234-ABCD',
  '#KEY-12!',
  '#key_abc',
  '12E45-1',
  'ABC:123',
  'ERR:5021',
  'Err502',
  'A1.5E+15',
]
