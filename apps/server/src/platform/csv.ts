/** Tables as files that spreadsheets open: RFC 4180, UTF-8 with a byte order mark, nothing a spreadsheet would run. */
import { decimalRinggit } from '@apogee/domain/money.ts'

/** `cents`: an amount in sen, written in ringgit with two decimals; below zero it stays a number. */
export type CsvValue = string | number | null | { cents: number }

/** Tells Excel that the file is UTF-8. */
const byteOrderMark = '\uFEFF'

/** What a spreadsheet takes for the beginning of a formula, also behind white space and in full width. */
const formula = /^[\s\u0000-\u001f]*[=+\-@＝＋－＠]|^[\t\r\n]/

/** Text that would begin a formula gets an apostrophe first (OWASP, CSV injection); numbers are ours and stay. */
function cell(value: CsvValue): string {
  if (value === null) return ''
  if (typeof value === 'number') return String(value)
  if (typeof value === 'object') return decimalRinggit(value.cents)
  const text = formula.test(value) ? `'${value}` : value
  return /[",\r\n]/.test(text) || text !== text.trim() ? `"${text.replaceAll('"', '""')}"` : text
}

/** One record with its line end. */
export const csvLine = (values: readonly CsvValue[]): string => `${values.map(cell).join(',')}\r\n`

/**
 * The whole file, piece by piece: a piece for each batch of rows, so that memory stays flat however long it is. The first
 * piece has the header and the first batch, so whoever takes it before answering still can refuse.
 */
export async function* csvFile(
  header: readonly string[],
  batches: AsyncIterable<readonly (readonly CsvValue[])[]>,
): AsyncGenerator<string> {
  let piece = byteOrderMark + csvLine(header)
  for await (const rows of batches) {
    piece += rows.map(csvLine).join('')
    if (piece !== '') yield piece
    piece = ''
  }
  if (piece !== '') yield piece
}
