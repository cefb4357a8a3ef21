/**
 * Each line contains words in English and Malay with the same meaning. If no text contains the typed phrase, a search for one of
 * them also finds the others. Words are in lower case without accents. Words of up to three letters match as whole words only.
 */
export const synonyms: readonly (readonly string[])[] = [
  ['programming', 'pengaturcaraan', 'coding', 'pengekodan'],
  ['design', 'reka bentuk'],
  ['graphic design', 'reka bentuk grafik'],
  ['business', 'perniagaan'],
  ['entrepreneurship', 'keusahawanan'],
  ['marketing', 'pemasaran'],
  ['artificial intelligence', 'ai', 'kecerdasan buatan'],
  ['machine learning', 'ml', 'pembelajaran mesin'],
  ['data science', 'sains data'],
  ['data analysis', 'analisis data'],
  ['database', 'pangkalan data'],
  ['software', 'perisian'],
  ['web development', 'pembangunan web'],
  ['network', 'rangkaian'],
  ['cybersecurity', 'keselamatan siber'],
  ['photography', 'fotografi'],
  ['accounting', 'perakaunan'],
  ['finance', 'kewangan'],
  ['tax', 'cukai'],
  ['leadership', 'kepimpinan'],
  ['management', 'pengurusan'],
  ['communication', 'komunikasi'],
  ['writing', 'penulisan'],
  ['language', 'bahasa'],
  ['mathematics', 'matematik'],
  ['statistics', 'statistik'],
  ['spreadsheet', 'hamparan'],
  ['beginner', 'pemula'],
]
