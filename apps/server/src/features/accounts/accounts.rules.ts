import { sellerDocumentLimits } from '@apogee/contracts/businesses/seller-checks.forms.ts'
import { handInLimits, postPictureLimits, type Role } from '@apogee/contracts/limits.ts'
import { keepMsOf } from '#server/policy/personal-data/retention.ts'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

/**
 * Failures allowed per subject and window, in ms (docs/api.md#limits). Successes do not count unless a line says so.
 */
export const failureLimits = {
  // Failures from one address, and from one known browser.
  'sign-in.pair': { most: 10, withinMs: 15 * minute },
  'sign-in.device': { most: 10, withinMs: 15 * minute },
  // Failures from all addresses together. Slows unknown devices down and never applies to a known one.
  'sign-in.account': { most: 30, withinMs: 15 * minute },
  'sign-in.address': { most: 100, withinMs: 15 * minute },
  // Successes count too.
  'registration.person': { most: 300, withinMs: hour },
  'registration.business': { most: 100, withinMs: hour },
  // Counted per session: a stolen session uses up nothing of the owner's allowance.
  'password.change': { most: 10, withinMs: 15 * minute },
  'identity.prove': { most: 10, withinMs: 15 * minute },
  // Codes of the second step. As for passwords, a known device has an allowance that no stranger can use up.
  'second-factor.pair': { most: 10, withinMs: 15 * minute },
  'second-factor.device': { most: 10, withinMs: 15 * minute },
  'second-factor.device-day': { most: 60, withinMs: day },
  // Wrong codes from all other addresses together: of a million codes three are right at any moment.
  'second-factor.account': { most: 30, withinMs: day },
  // Refuses nobody: from so many wrong codes on, the owner is told.
  'second-factor.wrong': { most: 3, withinMs: day },
  'recovery-code.account': { most: 10, withinMs: hour },
  // Codes for a setup or a fresh proof, of all sessions together: a trusted browser opens as many as it likes.
  'second-factor.session': { most: 10, withinMs: 15 * minute },
  'second-factor.proof': { most: 30, withinMs: day },
  // Passkeys that were refused. Nobody guesses one: this bounds the checking of signatures. A known device and a session have
  // allowances that no stranger behind the same address can use up.
  'passkey.pair': { most: 10, withinMs: 15 * minute },
  // Wrong answers for one account from everywhere; refuses no right one, so nobody can keep the owner out.
  'passkey.account': { most: 30, withinMs: 15 * minute },
  'passkey.address': { most: 100, withinMs: 15 * minute },
  'passkey.device': { most: 30, withinMs: 15 * minute },
  'passkey.session': { most: 30, withinMs: 15 * minute },
  // Passkeys that a person adds, each of which is mailed. Removing one does not give its place back.
  'passkey.add': { most: 10, withinMs: day },
  // Refuses nobody: a copied passkey is logged once a day.
  'passkey.copied': { most: 1, withinMs: day },
  // Requests to remove somebody's second factors, successes included: each is mailed.
  'factor-removal.ask': { most: 10, withinMs: day },
  // Attempts of the holder of the mailed link.
  'email.prove': { most: 10, withinMs: 15 * minute },
  // Refuses nobody: so many sign-ins from new browsers are mailed to the owner.
  'new-browser.mail': { most: 3, withinMs: day },
  // Each request counts, because each one sends mails.
  'email-change.ask': { most: 5, withinMs: day },
  // Refuses nobody: above it the new address gets no mail.
  'email-change.address': { most: 5, withinMs: day },
  // Guessed coupon codes.
  'coupon.account': { most: 30, withinMs: 15 * minute },
  'coupon.address': { most: 100, withinMs: 15 * minute },
  // Reservations of one limited coupon from one address, while a reservation lasts.
  'coupon.place': { most: 60, withinMs: 2 * hour },
  // Each request counts, because each one sends a mail.
  'password-reset.account': { most: 5, withinMs: hour },
  'password-reset.address': { most: 100, withinMs: hour },
  'verification-mail.send': { most: 5, withinMs: hour },
  // Each request mails the sellers, and a withdrawn request could be repeated.
  'refund.request': { most: 10, withinMs: day },
  // Each change mails all admins of the seller: CHIP credentials, payout bank account, bank account on invoices.
  'payment-details.change': { most: 20, withinMs: hour },
  // Codes to prove a seller's address: each request sends a mail. Per seller, and per address.
  'seller-contact.code': { most: 5, withinMs: day },
  'seller-contact.address': { most: 5, withinMs: day },
  'seller-document.file': { most: sellerDocumentLimits.perDay, withinMs: day },
  // Tests of a webhook and messages sent again: each sends a request.
  'webhook.send': { most: 60, withinMs: hour },
  // Each join counts, because leaving removes the row.
  'group.join': { most: 60, withinMs: hour },
  // Refused files count too, because checking them is expensive. A course has some dozens of files.
  'media.upload': { most: 300, withinMs: hour },
  // Pictures in discussions.
  'discussion.picture': { most: postPictureLimits.perDay, withinMs: day },
  'hand-in.file': { most: handInLimits.perDay, withinMs: day },
  // Uploads in parts that were begun and have not ended: what the quota does not count yet.
  'media.unfinished': { most: 50, withinMs: day },
  // Copies of one's own data.
  'data.export': { most: 5, withinMs: day },
  'package.launch': { most: 300, withinMs: day },
} as const

export type FailureKind = keyof typeof failureLimits

/** How long and how many known devices of an account are stored. */
export const deviceLife = { unusedMs: keepMsOf('sign-in.devices'), mostPerAccount: 20 } as const

/** Lifetimes of the second step's parts, in ms. */
export const secondFactorLife = {
  /** From the password to the code. */
  challengeMs: 10 * minute,
  /** How long a browser that the person trusts needs no code. */
  rememberedMs: 30 * day,
  /** How long after its setup a mailed reset of the password turns it off: a thief may have set it up. */
  contestedMs: 7 * day,
} as const

/** Of people of whom a live installation requires a second factor, in ms. */
export const secondFactorGrace = {
  /** From the moment it is first required of a person, until their account opens nothing but the setup. */
  graceMs: 7 * day,
  /** How long before that end the second mail is sent. */
  lastMailMs: day,
} as const

/** Of requests to remove the second factors of somebody who has lost them, in ms. */
export const factorRemovalLife = {
  /** From the second superadmin's yes to the removal: the owner can stop it. */
  delayMs: day,
  /** How long a request waits for that yes. */
  unconfirmedMs: 7 * day,
} as const

/** How long two superadmins who decide together have to have been superadmins: one who was stolen could appoint the other. */
export const superadminForMs = 7 * day

/** In ms. */
export const passkeyLife = {
  /** From the options to the authenticator's answer, which may need a phone that has to be found. */
  challengeMs: 10 * minute,
  /** How long after it was added a mailed reset of the password removes a passkey: a thief may have added it. */
  contestedMs: 7 * day,
} as const

/** Of a change of e-mail address, in ms. */
export const emailChangeLife = {
  /** How long it waits for its confirmations. */
  openMs: 14 * day,
  /** How long the old mailbox can object before the change can be finished without it. */
  objectionMs: 7 * day,
  undoMs: 14 * day,
  /** How long before the request a way in was added that undoing removes: a thief may have added it. */
  contestedMs: 7 * day,
} as const

/** Lifetimes of a session in ms. `touchEveryMs` is the precision of 'last seen'. */
export const sessionLife = {
  absoluteMs: 90 * day,
  idleMs: 30 * day,
  // Of people who teach or manage: docs/decisions/accounts.md.
  staffAbsoluteMs: 30 * day,
  staffIdleMs: 12 * hour,
  touchEveryMs: 5 * minute,
  verifyEmailMs: 3 * day,
  resetPasswordMs: hour,
  /** How long a sign-in or a repeated password counts as fresh proof. */
  freshMs: 10 * minute,
  /** How long the token that a fresh proof has replaced is still accepted: for requests under way, and other tabs. */
  formerTokenMs: minute,
} as const

/** Stored at the sign-in. Whoever comes to teach or manage in a session keeps it for the shorter time. */
export const sessionAbsoluteMs = (role: Role): number =>
  role === 'student' ? sessionLife.absoluteMs : sessionLife.staffAbsoluteMs
