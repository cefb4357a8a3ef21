import type { Receipt } from '@apogee/contracts/accounting.ts'

export async function receiptPdf(receipt: Receipt): Promise<Buffer> {
  return Buffer.from(receipt.number)
}
