import { defineMessages } from '#web/platform/language/messages.ts'
import { counted } from '#web/platform/language/numbers.ts'

/** The texts of the company's view contain no seller terms. */
export const sharedInvoiceMessages = defineMessages('sharedInvoice', {
  title: (number: string) => `Invoice ${number}`,
  from: (seller: string) => `From ${seller}`,
  issued: 'To be paid',
  overdue: 'Overdue',
  paid: 'Paid',
  void: 'Cancelled',
  toPay: (date: string) => `Please pay by ${date}.`,
  wasDue: (date: string) =>
    `This was due on ${date}. If you have paid, it may take the seller a few days to see it.`,
  wasPaid: (date: string) => `Paid on ${date}. Thank you.`,
  wasVoid: (number: string) =>
    `This invoice is cancelled by credit note ${number}. You do not owe anything for it.`,
  wasVoidPaid: (number: string, amount: string) =>
    `This invoice is cancelled by credit note ${number}. The seller refunds ${amount} by bank transfer.`,
  bank: 'Pay by bank transfer',
  bankName: 'Bank name',
  accountName: 'Account holder',
  accountNumber: 'Account number',
  reference: 'Reference',
  checkBank: 'Check these details with the seller before you pay.',
  to: 'To',
  seller: 'Seller',
  registration: (number: string) => `Registration no. ${number}`,
  tin: (number: string) => `TIN ${number}`,
  sst: (number: string) => `SST no. ${number}`,
  order: (number: string) => `Purchase order ${number}`,
  courses: 'Courses',
  seats: (count: number) => counted(count, 'seat', 'seats'),
  seatsTaken: (taken: number, seats: number) => `${taken} of ${counted(seats, 'seat', 'seats')} taken`,
  each: (price: string) => `${price} each`,
  taxWithin: (percent: string) => `SST included (${percent})`,
  total: 'Total',
  invoicePdf: 'Invoice (PDF)',
  receiptPdf: 'Receipt (PDF)',
  creditNotePdf: 'Credit note (PDF)',
  refundNotePdf: 'Refund note (PDF)',
  notFound: 'No invoice found for this link',
  notFoundHint: 'It may have been replaced. Ask the seller for the current link.',
  loadFailed: 'The invoice could not be loaded',
  aboutLink:
    'Anyone with this link can see this page. It does not show the names of the people in the seats.',
})
