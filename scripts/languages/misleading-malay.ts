/** Maps words that mislead in Malay texts of the product to the right ones. */
export const misleadingMalay: Readonly<Record<string, string>> = {
  // The quotes limit the rule to texts that consist of this word alone, such as the answer "False" of a quiz. Within a sentence the
  // word means "forged" and is right.
  "'palsu'": 'Salah',
  'soalan yang tersilap': 'soalan yang anda jawab salah',
  'satu tekanan': 'tekan sekali',
  'lagi sebentar lagi': 'sebentar lagi',
  'hari rehat': 'tidak belajar',
  'pertanyaan anda': 'kueri anda',
  'orang dalam kursus ini': 'pengajar kursus ini',
  'url pembayaran': 'halaman pembayaran',
  'url bayaran': 'halaman pembayaran',
  'anda mampu lakukan': 'selepas kursus ini, anda boleh',
  'tanpa lawatan': 'jika anda tidak kembali',
}
