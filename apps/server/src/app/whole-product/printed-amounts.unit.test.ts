/** Tests the amounts on printed papers. The PDF files hold their text as glyphs, which other tests do not read. */
import type { Receipt } from '@apogee/contracts/accounting/accounting.ts'
import type { SharedInvoice } from '@apogee/contracts/invoices/invoices.ts'
import { expect, test } from 'vitest'
import { receiptPaper } from '#server/features/accounting/receipt-pdf.ts'
import { invoicePaper } from '#server/features/invoices/invoice-pdf.ts'
import type { Paper } from '#server/platform/pdf/pdf.ts'

/** Returns the texts with an amount, in the order of the paper. */
function amountsOn({ parts }: Paper): string[] {
  const cells = parts.flatMap((part) =>
    part.kind === 'table'
      ? part.rows.flat()
      : part.kind === 'sums'
        ? part.sums.map(({ label, value }) => `${label}: ${value}`)
        : [],
  )
  const texts = cells.flatMap((cell) => (typeof cell === 'string' ? [cell] : [cell.text, cell.below ?? '']))
  return texts.filter((text) => text.includes('RM '))
}

const receipt: Receipt = {
  id: 'r',
  kind: 'receipt',
  number: 'R-2026-000001',
  issuedAt: '2026-11-20T02:00:00.000Z',
  language: 'en',
  reference: 'order',
  through: 'provider',
  seller: { name: 'A school', registrationNumber: '', sstNumber: '', address: '', email: '' },
  buyer: null,
  lines: [
    { title: 'Orbits', list: 30_000, discount: 8_400, taxBasisPoints: 800, tax: 1_600, amount: 21_600 },
    { title: 'Stars', list: 1_999, discount: 0, taxBasisPoints: 0, tax: 0, amount: 1_999 },
  ],
  tax: 1_600,
  total: 23_599,
  about: null,
}

test('a receipt prints list price, discount, SST and amount of each line, the SST within, and the total', () => {
  const lines = ['List price RM 300.00 · Discount RM 84.00', 'RM 16.00', 'RM 216.00', 'RM 19.99']
  expect(amountsOn(receiptPaper(receipt))).toEqual([
    ...lines,
    'SST included: RM 16.00',
    'Total paid: RM 235.99',
  ])
  const note = receiptPaper({ ...receipt, kind: 'refund_note', number: 'RN-2026-000001' })
  expect(amountsOn(note)).toEqual([...lines, 'SST included: RM 16.00', 'Total refunded: RM 235.99'])
})

const invoice: SharedInvoice = {
  number: 'INV-2026-0001',
  status: 'issued',
  companyName: 'Petronia',
  registrationNumber: '',
  taxNumber: '',
  address: '',
  contactName: '',
  purchaseOrder: '',
  total: 118_800,
  tax: 8_800,
  taxBasisPoints: 800,
  currency: 'MYR',
  issuedAt: '2026-11-20T02:00:00.000Z',
  dueOn: '2026-12-20',
  paidOn: null,
  creditNoteNumber: 'CN-2026-0001',
  lines: [{ title: 'Orbits', seats: 12, taken: 0, unitPrice: 9_900, total: 118_800 }],
  seller: { name: 'A school', registrationNumber: '', taxNumber: '', address: '' },
  bank: { bankName: '', accountName: '', accountNumber: '' },
  files: { invoice: '', creditNote: null, receipt: null, refundNote: null },
}

test.each([
  ['invoice', 'Total to pay'],
  ['credit-note', 'Total credited'],
] as const)('the %s prints price and amount of each line, the SST within, and the total', (which, total) => {
  const printed = { invoice, language: 'en', voidedAt: null, voidReason: null } as const
  expect(amountsOn(invoicePaper(printed, which))).toEqual([
    'RM 99.00',
    'RM 1,188.00',
    'SST included (8%): RM 88.00',
    `${total}: RM 1,188.00`,
  ])
})
