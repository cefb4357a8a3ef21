/** Describes the form in which a gift is addressed. Its rules load when a person turns to it (`gift-rules.ts`). */
import type { Gift } from '@apogee/contracts/gifts/gifts.ts'
import type { GiftForm } from '@apogee/contracts/gifts/gifts.forms.ts'
import { isLanguage, type Language } from '@apogee/domain/languages.ts'

export interface TypedGift {
  recipientName: string
  recipientEmail: string
  message: string
  language: Language
  when: 'now' | 'day'
  /** Holds the typed day, which counts only if `when` is `day`. */
  sendOn: string
}

/** Names the draft of an unpaid gift. */
export const giftDraftPlace = 'gift'

export const blankGift = (language: Language) => ({
  recipientName: '',
  recipientEmail: '',
  message: '',
  language: language as string,
  when: 'now',
  sendOn: '',
})

/** Returns the stored form, whose choices are texts, with values that the form knows. */
export const typedGiftOf = (kept: ReturnType<typeof blankGift>, language: Language): TypedGift => ({
  ...kept,
  language: isLanguage(kept.language) ? kept.language : language,
  when: kept.when === 'day' ? 'day' : 'now',
})

export const typedOf = ({ recipientName, recipientEmail, message, language, sendOn }: Gift): TypedGift => ({
  recipientName,
  recipientEmail,
  message,
  language,
  when: sendOn === null ? 'now' : 'day',
  sendOn: sendOn ?? '',
})

/** A gift without an e-mail address is not mailed, so its day does not count. */
export const formOf = ({ when, sendOn, ...typed }: TypedGift): GiftForm => ({
  ...typed,
  sendOn: when === 'now' || typed.recipientEmail.trim() === '' ? null : sendOn,
})
