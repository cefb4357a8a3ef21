import { deviceOf } from '@apogee/domain/device-name.ts'
import type { Language } from '@apogee/domain/languages.ts'
import { timeInWords } from '#server/platform/mail/mail-text.ts'
import { shownNetwork } from '#server/policy/client-info.ts'
import { serverTexts } from '#server/texts/index.ts'
import type { MailText } from '#server/texts/mail-text.ts'
import { failureLimits } from '../accounts.rules.ts'

/** Names browser and system only by words from our own list, because the sender of a request chooses the text of its user agent. */
export function newDeviceMail(
  language: Language,
  facts: {
    hello: string
    at: Date
    userAgent: string
    address: string
    /** True means that no further mail of this kind follows within the day. */
    isLast: boolean
    origin: string
  },
): MailText {
  const { hello, at, userAgent, address, isLast, origin } = facts
  const text = serverTexts(language).accounts
  const { browser, system } = deviceOf(userAgent)
  const device =
    browser && system ? text.deviceOn(browser, system) : (browser ?? system ?? text.unknownDevice)
  return text.newDevice({
    hello,
    device,
    isLast,
    most: failureLimits['new-browser.mail'].most,
    when: timeInWords(at, language),
    address: shownNetwork(address),
    passwordLink: `${origin}/forgot-password`,
    sessionsLink: `${origin}/settings#sessions-heading`,
  })
}
