/** Writes CSV files for spreadsheets: RFC 4180, UTF-8 with a byte order mark, protected against formula injection. */
import { decimalRinggit } from '@apogee/domain/money/money.ts'

/** `cents` is an amount in sen. It is written in ringgit with two decimals. A negative amount stays a number. */
export type CsvValue = string | number | null | { cents: number }

/** The byte order mark tells Excel that the file is UTF-8. */
const byteOrderMark = '\uFEFF'

/** The pattern matches text that a spreadsheet treats as a formula, also after white space and in full-width characters. */
const formula = /^[\s\u0000-\u001f]*[=+\-@＝＋－＠]|^[\t\r\n]/

/**
 * Prefixes text that would start a formula with an apostrophe (OWASP, CSV injection). Numbers are computed here and stay unchanged.
 */
function cell(value: CsvValue): string {
  if (value === null) return ''
  if (typeof value === 'number') return String(value)
  if (typeof value === 'object') return decimalRinggit(value.cents)
  const text = formula.test(value) ? `'${value}` : value
  return /[",\r\n]/.test(text) || text !== text.trim() ? `"${text.replaceAll('"', '""')}"` : text
}

/** Returns one record with its line break. */
export const csvLine = (values: readonly CsvValue[]): string => `${values.map(cell).join(',')}\r\n`

/** Returns the record of a row. A row that is shorter than the header gets empty cells, as RFC 4180 requires. */
function rowUnder(header: readonly string[], row: readonly CsvValue[]): string {
  if (row.length > header.length)
    throw new Error(`a row of ${row.length} cells under ${header.length} headings`)
  return csvLine([...row, ...header.slice(row.length).map(() => null)])
}

/** Returns a short file as a single text. */
export const csvText = (header: readonly string[], rows: readonly (readonly CsvValue[])[]): string =>
  byteOrderMark + [header, ...rows].map((row) => rowUnder(header, row)).join('')

/**
 * Yields the file in one chunk for each batch of rows, so that memory use does not grow with the length of the file. The first
 * chunk consists of the header and the first batch, so a caller that reads it before answering can still refuse.
 */
export async function* csvFile(
  header: readonly string[],
  batches: AsyncIterable<readonly (readonly CsvValue[])[]>,
): AsyncGenerator<string> {
  let piece = byteOrderMark + csvLine(header)
  for await (const rows of batches) {
    piece += rows.map((row) => rowUnder(header, row)).join('')
    if (piece !== '') yield piece
    piece = ''
  }
  if (piece !== '') yield piece
}
