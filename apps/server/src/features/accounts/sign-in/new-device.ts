/** Mails the owner about a sign-in from an unknown browser (docs/decisions/authentication.md). */
import type { Clock } from '#server/platform/clock.ts'
import type { Tx } from '#server/platform/database/database.ts'
import { queueMail } from '#server/platform/mail/mail-outbox.ts'
import type { ClientInfo } from '#server/policy/client-info.ts'
import { greeting } from '../accounts.mail.ts'
import { failureLimits } from '../accounts.rules.ts'
import type * as store from '../accounts.store.ts'
import * as attemptStore from './failed-attempts.store.ts'
import { newDeviceMail } from './new-device.mail.ts'

interface NewDeviceDependencies {
  clock: Clock
  /** Links in mail start with this origin. */
  publicUrl: string | null
  ownOrigin: () => string
}

/** Must run in the transaction of the sign-in. Sends nothing to an unverified address or above the daily limit. */
export async function mailNewDevice(
  { clock, publicUrl, ownOrigin }: NewDeviceDependencies,
  tx: Tx,
  user: store.UserRow,
  visitor: ClientInfo,
): Promise<void> {
  if (user.emailVerifiedAt === null) return
  const now = clock.now()
  const subject = String(user.id)
  const attempt = await attemptStore.recordWithin(tx, 'new-browser.mail', subject, now)
  if (!attempt) return
  const language = visitor.language ?? user.language
  const origin = publicUrl ?? ownOrigin()
  const mail = newDeviceMail(language, {
    hello: greeting(language, user),
    at: now,
    userAgent: visitor.userAgent,
    address: visitor.address,
    isLast: attempt.count === failureLimits['new-browser.mail'].most,
    origin,
  })
  await queueMail(tx, {
    to: user.email,
    language,
    ...mail,
    occasion: `new-browser:${user.id}:${attempt.id}`,
    seller: null,
  })
}
