import { answer } from './mock-api.ts'

/** Answers a seller's settings and business page: no account at the provider, no tax, no saved receipt or bank details, no team. */
export function answerSellersSettings(): void {
  answer('readChipAccount', { success: true, data: { connected: null, unverified: null } })
  answer('readRates', { success: true, data: { taxBasisPoints: 0, feeBasisPoints: 0 } })
  answer('readMoneyBack', { success: true, data: { days: 30, percent: 30, chosenAt: null } })
  answer('readReceiptDetails', {
    success: true,
    data: { legalName: 'Orbit Academy', registrationNumber: '', sstNumber: '', address: '', isSaved: false },
  })
  answer('readPayoutBank', { success: true, data: null })
  answer('readBusinessProfile', {
    success: true,
    data: {
      name: 'Orbit Academy',
      email: 'hello@orbit.test',
      phone: '03-1111 1111',
      address: 'Ipoh',
      description: '',
      website: '',
      showsContact: false,
      logo: '',
      version: 3,
    },
  })
  answer('listUsers', { success: true, data: [], meta: { total: 0, nextCursor: null } })
  answer('listInvitations', {
    success: true,
    data: [],
    meta: { total: 0, nextCursor: null, businessName: 'Orbit Academy' },
  })
}
