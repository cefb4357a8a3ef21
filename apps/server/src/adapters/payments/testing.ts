import type { PaymentProvider } from './port.ts'

const notAsked = () => {
  throw new Error('this test does not expect a question to the payment provider')
}

/** For tests without payments: any request to the provider fails the test. */
export const unusedPayments: PaymentProvider = {
  createPurchase: notAsked,
  readPurchase: notAsked,
  cancelPurchase: notAsked,
  refundPurchase: notAsked,
  verifyCallback: notAsked,
  parseCallback: notAsked,
  isPaidEvent: notAsked,
  paymentMethods: notAsked,
  checkCredentials: notAsked,
  record: () => ({
    answeredAt: null,
    failingSince: null,
    failedAt: null,
    isWithholding: false,
    requests: { answered: 0, failed: 0, withheld: 0 },
  }),
}
