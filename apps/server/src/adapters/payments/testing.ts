import type { PaymentProvider } from './port.ts'

const notAsked = () => {
  throw new Error('this test does not expect a question to the payment provider')
}

/** Any request to this provider fails the test. It is meant for tests without payments. */
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
