import type { PaymentProvider } from './port.ts'

const notAsked = () => {
  throw new Error('this test does not expect a question to the payment provider')
}

/** A test fails when it sends a request to this provider. It is meant for tests without payments. */
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
