/** Serves a database that was restored for a drill. No external system is contacted. */
import { createMailbox } from '#server/adapters/mail/mailbox.ts'
import { ProviderError, type PaymentProvider } from '#server/adapters/payments/port.ts'
import { noSignInProviders } from '#server/adapters/sign-in/port.ts'
import type { Dependencies } from '#server/dependencies.ts'
import type { Config } from './config/config.ts'

/** Network storage belongs to the original installation, so a drill uses local files. */
export const withLocalFiles = (config: Config): Config => ({
  ...config,
  storage: { ...config.storage, kind: 'disk', alsoRead: null },
})

/** @param mailDirectory is the folder to which mails are written instead of being sent. */
export function withoutOutside(dependencies: Dependencies, mailDirectory: string): Dependencies {
  return {
    ...dependencies,
    payments: noPayments,
    signInProviders: noSignInProviders,
    virusScanner: null,
    mailer: createMailbox({ directory: mailDirectory, from: 'Apogee drill <no-reply@localhost>' }),
    backups: null,
  }
}

const notAsked = async () => {
  throw new ProviderError('unreachable', 'a drill asks no payment provider')
}

const noPayments: PaymentProvider = {
  createPurchase: notAsked,
  readPurchase: notAsked,
  cancelPurchase: notAsked,
  refundPurchase: notAsked,
  verifyCallback: notAsked,
  parseCallback: () => ({ refused: 'no_purchase_id' }),
  isPaidEvent: () => false,
  paymentMethods: notAsked,
  checkCredentials: async () => 'unreachable',
  record: () => ({
    answeredAt: null,
    failingSince: null,
    failedAt: null,
    isWithholding: false,
    requests: { answered: 0, failed: 0, withheld: 0 },
  }),
}
