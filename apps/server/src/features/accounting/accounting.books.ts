/** Reads a book for the tax return and for accounting programs. */
import { monthRange } from '@apogee/domain/time/malaysia-months.ts'
import { dayInMalaysia, startOfDay } from '@apogee/domain/time/malaysia-time.ts'
import { defaultLanguage, type Language } from '@apogee/domain/languages.ts'
import type { JournalCodes, JournalProgram, SstReturn } from '@apogee/contracts/accounting/books.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { CsvValue } from '#server/platform/csv.ts'
import type { Database } from '#server/platform/database/database.ts'
import type { Caller } from '#server/policy/caller.ts'
import { refuseDaysReversed } from '#server/policy/reversed-days.ts'
import { periodOf, type Asked, type Statements } from './accounting.statements.ts'
import { journalHeader, journalLines } from './journals.rules.ts'
import type { Period } from './ledger-sums.store.ts'
import { sstPdf } from './sst-pdf.ts'
import * as books from './books.store.ts'
import * as details from './seller-details.store.ts'

interface BooksDependencies {
  database: Database
  clock: Clock
  statements: Pick<Statements, 'bookFor'>
}

interface JournalFormat {
  program: JournalProgram
  codes: JournalCodes
}

const nothing = { value: 0, tax: 0 }

export class Books {
  readonly #deps: BooksDependencies

  constructor(deps: BooksDependencies) {
    this.#deps = deps
  }

  async readSstReturn(caller: Caller, asked: Asked): Promise<SstReturn> {
    refuseDaysReversed(asked)
    const book = await this.#deps.statements.bookFor(caller, asked.sellerId)
    const { kysely } = this.#deps.database
    if (!book) {
      const name = caller.name ?? caller.email
      return { seller: { name, registrationNumber: '', sstNumber: '' }, rates: [], tax: 0 }
    }
    const [rows, saved] = await Promise.all([
      books.taxByRate(kysely, book.sellerId, periodOf(asked)),
      details.detailsOf(kysely, book.sellerId),
    ])
    const rates = [...new Set(rows.map(({ taxBasisPoints }) => taxBasisPoints))].map((taxBasisPoints) => {
      const sumOf = (kind: books.TaxRow['kind']) => {
        const row = rows.find((one) => one.taxBasisPoints === taxBasisPoints && one.kind === kind)
        const sign = kind === 'sale' ? 1 : -1
        return row ? { value: sign * (row.paid - row.tax) || 0, tax: sign * row.tax || 0 } : nothing
      }
      return {
        taxBasisPoints,
        sales: sumOf('sale'),
        refunds: sumOf('refund'),
        chargebacks: sumOf('chargeback'),
      }
    })
    return {
      seller: {
        name: saved?.legalName ?? book.name,
        registrationNumber: saved?.registrationNumber ?? '',
        sstNumber: saved?.sstNumber ?? '',
      },
      rates,
      tax: rows.reduce((sum, { tax }) => sum + tax, 0),
    }
  }

  async downloadSstReturn(
    caller: Caller,
    asked: Asked & { language?: Language | undefined },
  ): Promise<{ name: string; pdf: Buffer }> {
    const found = await this.readSstReturn(caller, asked)
    const { language = defaultLanguage } = asked
    const last = (to: Date) => new Date(to.getTime() - 1)
    const { from, to } = periodOf(asked)
    const at = this.#deps.clock.now()
    const period = { from, to: to === null ? at : last(to) }
    const name = ['sst', from && dayInMalaysia(from), dayInMalaysia(period.to)].filter(Boolean).join('-')
    return { name: `${name}.pdf`, pdf: await sstPdf(found, { language, period, at }) }
  }

  /**
   * Returns the journals of a book as a table, with a batch of rows for each month. They end with yesterday: the journal of a day that
   * is not over would be imported without the later postings of the day.
   */
  journals(caller: Caller, asked: Asked, format: JournalFormat) {
    return { header: journalHeader(format.program), batches: this.#journalsByMonth(caller, asked, format) }
  }

  async *#journalsByMonth(
    caller: Caller,
    asked: Asked,
    { program, codes }: JournalFormat,
  ): AsyncGenerator<readonly (readonly CsvValue[])[]> {
    const book = await this.#deps.statements.bookFor(caller, asked.sellerId)
    if (!book) return
    const { kysely } = this.#deps.database
    const first = await books.firstPostingOf(kysely, book.sellerId)
    if (!first) return
    const today = startOfDay(dayInMalaysia(this.#deps.clock.now()))
    for (const period of monthsOf(periodOf(asked), { first, today })) {
      const rows = await books.journalsOf(kysely, book.sellerId, period)
      yield journalLines(program, rows, codes)
    }
  }
}

/** Divides the part of a period from the first posting to the start of today into months, oldest first. */
function* monthsOf({ from, to }: Period, { first, today }: { first: Date; today: Date }): Generator<Period> {
  const end = to === null || to > today ? today : to
  let start = from === null || from < first ? first : from
  while (start < end) {
    const next = monthRange(dayInMalaysia(start).slice(0, 7)).to
    yield { from: start, to: next < end ? next : end }
    start = next
  }
}
