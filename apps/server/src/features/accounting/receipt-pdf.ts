/** Renders a receipt or refund note as PDF in the language of the purchase. */
import { formatRinggit } from '@apogee/domain/money/money.ts'
import type { Receipt } from '@apogee/contracts/accounting/accounting.ts'
import { dayInWords, labelled, lines } from '#server/platform/pdf/paper-text.ts'
import type { Paper, PrintedLook } from '#server/platform/pdf/pdf.ts'
import { renderPaper } from '#server/platform/pdf/render-pdf.ts'
import { serverTexts } from '#server/texts/index.ts'

export const receiptPdf = (receipt: Receipt, look?: PrintedLook): Promise<Buffer> =>
  renderPaper(receiptPaper(receipt, look))

export function receiptPaper(receipt: Receipt, look?: PrintedLook): Paper {
  const { language, seller, buyer, kind, number, through, about } = receipt
  const say = serverTexts(language).accounting.paper
  const at = new Date(receipt.issuedAt)
  const from = lines(
    seller.name,
    seller.address,
    labelled(say.registration, seller.registrationNumber),
    labelled(say.sst, seller.sstNumber),
    seller.email,
  )
  const to = buyer
    ? lines(
        buyer.company,
        buyer.name,
        buyer.address,
        labelled(say.registration, buyer.registrationNumber),
        labelled(say.taxNumber, buyer.taxNumber),
        buyer.email,
      )
    : say.erased
  const facts = lines(`${say.date}: ${dayInWords(at, language)}`, labelled(say.order, receipt.reference))
  const total = kind === 'receipt' ? say.total : say.refunded
  return {
    title: `${say[kind]} ${number}`,
    language,
    author: seller.name,
    ...(look && { look }),
    at,
    foot: `${number} · ${say.page} {page} ${say.of} {pages}`,
    parts: [
      { kind: 'masthead', name: say[kind], number },
      {
        kind: 'columns',
        blocks: [
          { title: say.seller, text: from },
          { title: say.buyer, text: to },
          { title: say.details, text: facts },
        ],
      },
      {
        kind: 'table',
        heads: [
          { title: say.item, share: 6 },
          { title: say.tax, share: 1.6, align: 'right' },
          { title: say.amount, share: 2.2, align: 'right' },
        ],
        rows: receipt.lines.map(({ title, list, discount, taxBasisPoints, tax, amount }) => [
          discount === 0
            ? title
            : {
                text: title,
                below: `${say.list} ${formatRinggit(list)} · ${say.discount} ${formatRinggit(discount)}`,
              },
          tax === 0 ? '–' : { text: formatRinggit(tax), below: percent(taxBasisPoints) },
          formatRinggit(amount),
        ]),
      },
      {
        kind: 'sums',
        sums: [
          ...(receipt.tax === 0 ? [] : [{ label: say.taxWithin, value: formatRinggit(receipt.tax) }]),
          { label: total, value: formatRinggit(receipt.total), strong: true },
        ],
      },
      ...(about && kind === 'refund_note'
        ? [{ kind: 'paragraph' as const, text: `${say.about} ${about.number}.` }]
        : [{ kind: 'paragraph' as const, text: say[through] }]),
      { kind: 'smallPrint', text: say.noSignature },
    ],
  }
}

const percent = (basisPoints: number): string => `${basisPoints / 100}%`
