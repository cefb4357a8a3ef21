/** Renders the SST of a period as PDF, to fill in the form SST-02 from. */
import type { Language } from '@apogee/domain/languages.ts'
import { formatSignedRinggit } from '@apogee/domain/money/money.ts'
import type { SstReturn } from '@apogee/contracts/accounting/books.ts'
import type { Paper, PaperPart } from '#server/platform/pdf/pdf.ts'
import { dayInWords, labelled, lines } from '#server/platform/pdf/paper-text.ts'
import { renderPaper } from '#server/platform/pdf/render-pdf.ts'
import { serverTexts } from '#server/texts/index.ts'

interface Printed {
  language: Language
  period: { from: Date | null; to: Date }
  at: Date
}

export const sstPdf = (found: SstReturn, printed: Printed): Promise<Buffer> =>
  renderPaper(sstPaper(found, printed))

export function sstPaper({ seller, rates, tax }: SstReturn, { language, period, at }: Printed): Paper {
  const say = serverTexts(language).accounting.sst
  const paper = serverTexts(language).accounting.paper
  const until = dayInWords(period.to, language)
  const days = period.from === null ? say.until(until) : `${dayInWords(period.from, language)} – ${until}`
  return {
    title: `${say.title} ${days}`,
    language,
    author: seller.name,
    at,
    foot: `${days} · ${paper.page} {page} ${paper.of} {pages}`,
    parts: [
      { kind: 'masthead', name: say.title, number: days },
      {
        kind: 'columns',
        blocks: [
          {
            title: say.seller,
            text: lines(
              seller.name,
              labelled(paper.registration, seller.registrationNumber),
              labelled(paper.sst, seller.sstNumber),
            ),
          },
          { title: paper.details, text: `${say.made}: ${dayInWords(at, language)}` },
        ],
      },
      ratesPart(rates, language),
      { kind: 'sums', sums: [{ label: say.payable, value: formatSignedRinggit(tax), strong: true }] },
      { kind: 'smallPrint', text: say.note },
    ],
  }
}

function ratesPart(rates: SstReturn['rates'], language: Language): PaperPart {
  const say = serverTexts(language).accounting.sst
  if (rates.length === 0) return { kind: 'paragraph', text: say.nothing }
  const cell = ({ value, tax: part }: { value: number; tax: number }) =>
    value === 0 && part === 0
      ? '–'
      : { text: formatSignedRinggit(value), below: `${say.tax} ${formatSignedRinggit(part)}` }
  return {
    kind: 'table',
    heads: [
      { title: say.rate, share: 1.4 },
      { title: say.sales, share: 2.4, align: 'right' },
      { title: say.refunds, share: 2.4, align: 'right' },
      { title: say.chargebacks, share: 2.4, align: 'right' },
    ],
    rows: rates.map((rate) => [
      rate.taxBasisPoints === 0 ? say.withoutTax : `${rate.taxBasisPoints / 100}%`,
      cell(rate.sales),
      cell(rate.refunds),
      cell(rate.chargebacks),
    ]),
  }
}
