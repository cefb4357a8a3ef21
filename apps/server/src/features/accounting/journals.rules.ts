/** Writes the entries of a book as the journals that accounting programs import. */
import type { LedgerAccount, JournalCodes, JournalProgram } from '@apogee/contracts/accounting/books.ts'
import type { CsvValue } from '#server/platform/csv.ts'
import type { JournalKind, JournalRow } from './books.store.ts'

const accountNames: Record<LedgerAccount, string> = {
  sales: 'Course sales',
  tax: 'SST payable',
  fee: 'Fees to Apogee',
  platform: 'Due from Apogee',
  provider: 'CHIP clearing',
  bank: 'Bank',
  held: 'Payments on hold',
  payable: 'Due to sellers',
  fee_income: 'Fees from sellers',
}

const kindNames: Record<JournalKind, string> = {
  sale: 'Sales',
  refund: 'Refunds',
  chargeback: 'Chargebacks',
  held: 'Payments on hold',
  transfer: 'Payouts and payments',
}

/** Describes one line of a journal. The journal of a day and kind has one number. */
interface Line {
  number: string
  /** Holds the day as dd/MM/yyyy, which all four programs read. */
  date: string
  text: string
  account: string
  cents: number
}

const debit = ({ cents }: Line): CsvValue => (cents > 0 ? { cents } : null)
const credit = ({ cents }: Line): CsvValue => (cents < 0 ? { cents: -cents } : null)

interface Format {
  header: readonly string[]
  row: (line: Line) => readonly CsvValue[]
}

/**
 * The columns of Xero and QuickBooks are those of their templates for journals. The columns of SQL Accounting and AutoCount have the
 * names of their fields; both programs ask for the column of each field.
 */
const formats: Record<JournalProgram, Format> = {
  'sql-accounting': {
    header: ['DOCNO', 'DOCDATE', 'POSTDATE', 'DESCRIPTION', 'CODE', 'DR', 'CR'],
    row: (line) => [line.number, line.date, line.date, line.text, line.account, debit(line), credit(line)],
  },
  autocount: {
    header: ['DocNo', 'DocDate', 'JournalType', 'Description', 'AccNo', 'DR', 'CR'],
    row: (line) => [line.number, line.date, 'GENERAL', line.text, line.account, debit(line), credit(line)],
  },
  xero: {
    header: ['*Narration', '*Date', 'Description', '*AccountCode', '*TaxRate', '*Amount'],
    row: (line) => [
      `${line.text} ${line.number}`,
      line.date,
      line.text,
      line.account,
      'Tax Exempt',
      { cents: line.cents },
    ],
  },
  quickbooks: {
    header: ['*JournalNo', '*JournalDate', '*AccountName', '*Debits', '*Credits', 'Description', 'Currency'],
    row: (line) => [line.number, line.date, line.account, debit(line), credit(line), line.text, 'MYR'],
  },
}

const letters: Record<JournalKind, string> = {
  sale: 'S',
  refund: 'R',
  chargeback: 'C',
  held: 'H',
  transfer: 'P',
}

export const journalHeader = (program: JournalProgram): readonly string[] => formats[program].header

export function journalLines(
  program: JournalProgram,
  rows: readonly JournalRow[],
  codes: JournalCodes,
): (readonly CsvValue[])[] {
  return rows.map(({ day, kind, account, cents }) => {
    const [year = '', month = '', date = ''] = day.split('-')
    return formats[program].row({
      number: `AP${year}${month}${date}${letters[kind]}`,
      date: `${date}/${month}/${year}`,
      text: `Apogee: ${kindNames[kind]}`,
      account: codes[account] || accountNames[account],
      cents,
    })
  })
}
