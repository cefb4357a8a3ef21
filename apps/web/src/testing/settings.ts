import { answer } from './mock-api.ts'

/** Answers the seller's settings: no account at the provider, no tax, no saved receipt details. */
export function answerSellersSettings(): void {
  answer('readChipAccount', { success: true, data: { connected: null, unverified: null } })
  answer('readRates', { success: true, data: { taxBasisPoints: 0, feeBasisPoints: 0 } })
  answer('readMoneyBack', { success: true, data: { days: 30, percent: 30, chosenAt: null } })
  answer('readReceiptDetails', {
    success: true,
    data: { legalName: 'Orbit Academy', registrationNumber: '', sstNumber: '', address: '', isSaved: false },
  })
}
