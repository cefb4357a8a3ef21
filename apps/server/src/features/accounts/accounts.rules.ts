import { sellerDocumentLimits } from '@apogee/contracts/businesses/seller-kinds.ts'
import { handInLimits, postPictureLimits, type Role } from '@apogee/contracts/limits.ts'
import { keepMsOf } from '#server/policy/personal-data/retention.ts'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

/**
 * The limits allow this many failures per subject and window, in ms (docs/api.md#limits). Successes count only where a comment says
 * so.
 */
export const failureLimits = {
  // Counts failures from one address and from one known browser.
  'sign-in.pair': { most: 10, withinMs: 15 * minute },
  'sign-in.device': { most: 10, withinMs: 15 * minute },
  // Counts failures from all addresses together. The limit slows unknown devices down and never applies to a known one.
  'sign-in.account': { most: 30, withinMs: 15 * minute },
  'sign-in.address': { most: 100, withinMs: 15 * minute },
  // Successes count too.
  'registration.person': { most: 300, withinMs: hour },
  'registration.business': { most: 100, withinMs: hour },
  // Counts per session, so a stolen session uses up nothing of the owner's allowance.
  'password.change': { most: 10, withinMs: 15 * minute },
  'identity.prove': { most: 10, withinMs: 15 * minute },
  // Counts codes of the second factor. A known device has an allowance that no stranger can use up, as for passwords.
  'second-factor.pair': { most: 10, withinMs: 15 * minute },
  'second-factor.device': { most: 10, withinMs: 15 * minute },
  'second-factor.device-day': { most: 60, withinMs: day },
  // Counts wrong codes from all other addresses together, because three of a million codes are valid at any moment.
  'second-factor.account': { most: 30, withinMs: day },
  // The limit refuses no request: from this many wrong codes on, the owner is notified.
  'second-factor.wrong': { most: 3, withinMs: day },
  'recovery-code.account': { most: 10, withinMs: hour },
  // Counts codes for a setup or a re-authentication over all sessions, because a trusted browser can open any number of them.
  'second-factor.session': { most: 10, withinMs: 15 * minute },
  'second-factor.proof': { most: 30, withinMs: day },
  // Counts refused passkeys. Passkeys cannot be guessed, so this bounds the checking of signatures. A known device and a session
  // have allowances that no stranger behind the same address can use up.
  'passkey.pair': { most: 10, withinMs: 15 * minute },
  // Counts wrong answers for one account from everywhere. Right answers are never refused, so no attacker can lock the owner out.
  'passkey.account': { most: 30, withinMs: 15 * minute },
  'passkey.address': { most: 100, withinMs: 15 * minute },
  'passkey.device': { most: 30, withinMs: 15 * minute },
  'passkey.session': { most: 30, withinMs: 15 * minute },
  // Counts passkeys that a person adds, each of which sends a mail. Removing one does not restore the allowance.
  'passkey.add': { most: 10, withinMs: day },
  // The limit refuses no request: a copied passkey is logged once a day.
  'passkey.copied': { most: 1, withinMs: day },
  // Counts requests to remove a person's second factors, successes included, because each sends a mail.
  'factor-removal.ask': { most: 10, withinMs: day },
  'email.prove': { most: 10, withinMs: 15 * minute },
  // The limit refuses no request: at most this many sign-ins from new browsers are mailed to the owner.
  'new-browser.mail': { most: 3, withinMs: day },
  // Each request counts, because each one sends mails.
  'email-change.ask': { most: 5, withinMs: day },
  // The limit refuses no request: above it, the new address gets no mail.
  'email-change.address': { most: 5, withinMs: day },
  'coupon.account': { most: 30, withinMs: 15 * minute },
  'coupon.address': { most: 100, withinMs: 15 * minute },
  // Counts reservations of one limited coupon from one address, while a reservation lasts.
  'coupon.place': { most: 60, withinMs: 2 * hour },
  // Each request counts, because each one sends a mail.
  'password-reset.account': { most: 5, withinMs: hour },
  'password-reset.address': { most: 100, withinMs: hour },
  'verification-mail.send': { most: 5, withinMs: hour },
  // Each request mails the sellers, and a withdrawn request could be repeated.
  'refund.request': { most: 10, withinMs: day },
  // Each change mails all admins of the seller. The limit covers CHIP credentials, the payout bank account and the bank account on
  // invoices.
  'payment-details.change': { most: 20, withinMs: hour },
  // Counts codes to prove a seller's address, per seller and per address. Each request sends a mail.
  'seller-contact.code': { most: 5, withinMs: day },
  'seller-contact.address': { most: 5, withinMs: day },
  'seller-document.file': { most: sellerDocumentLimits.perDay, withinMs: day },
  // Counts tests of a webhook and resent messages. Each sends a request.
  'webhook.send': { most: 60, withinMs: hour },
  // Each join counts, because leaving removes the row.
  'group.join': { most: 60, withinMs: hour },
  // Refused files count too, because checking them is expensive. A course has some dozens of files.
  'media.upload': { most: 300, withinMs: hour },
  'discussion.picture': { most: postPictureLimits.perDay, withinMs: day },
  'hand-in.file': { most: handInLimits.perDay, withinMs: day },
  // Counts multipart uploads that have not ended, which the quota does not count yet.
  'media.unfinished': { most: 50, withinMs: day },
  'data.export': { most: 5, withinMs: day },
  'package.launch': { most: 300, withinMs: day },
} as const

export type FailureKind = keyof typeof failureLimits

export const deviceLife = { unusedMs: keepMsOf('sign-in.devices'), mostPerAccount: 20 } as const

/** The lifetimes of two-factor authentication are in ms. */
export const secondFactorLife = {
  /** The code must follow the password within this time. */
  challengeMs: 10 * minute,
  /** A trusted browser needs no code for this long. */
  rememberedMs: 30 * day,
  /** A mailed password reset within this time after setup turns the second factor off, because a thief may have set it up. */
  contestedMs: 7 * day,
} as const

/** The grace period, in ms, applies to people of whom a live installation requires a second factor. */
export const secondFactorGrace = {
  /** The period runs from the first requirement until the account opens only the setup. */
  graceMs: 7 * day,
  /** The second mail is sent this long before the end. */
  lastMailMs: day,
} as const

/** The periods of requests to remove lost second factors are in ms. */
export const factorRemovalLife = {
  /** The owner can stop the removal between the second superadmin's approval and its execution. */
  delayMs: day,
  /** A request waits this long for the second approval. */
  unconfirmedMs: 7 * day,
} as const

/** Two superadmins who decide together need this tenure, because a stolen superadmin account could appoint the other. */
export const superadminForMs = 7 * day

/** Values are in ms. */
export const passkeyLife = {
  /** The authenticator must answer the options within this time, because a phone may have to be fetched. */
  challengeMs: 10 * minute,
  /** A mailed password reset within this time after a passkey was added removes it, because a thief may have added it. */
  contestedMs: 7 * day,
} as const

/** The periods of a change of e-mail address are in ms. */
export const emailChangeLife = {
  /** The change waits this long for its confirmations. */
  openMs: 14 * day,
  /** The old mailbox can object for this long; after that, the change can finish without its confirmation. */
  objectionMs: 7 * day,
  undoMs: 14 * day,
  /** Undoing a change removes sign-in methods added within this time before the request, because a thief may have added them. */
  contestedMs: 7 * day,
} as const

/** The lifetimes of a session are in ms. `touchEveryMs` is the precision of 'last seen'. */
export const sessionLife = {
  absoluteMs: 90 * day,
  idleMs: 30 * day,
  // Applies to people who teach or manage (docs/decisions/accounts.md).
  staffAbsoluteMs: 30 * day,
  staffIdleMs: 12 * hour,
  touchEveryMs: 5 * minute,
  verifyEmailMs: 3 * day,
  resetPasswordMs: hour,
  /** A sign-in or a repeated password counts as re-authentication for this long. */
  freshMs: 10 * minute,
  /** The token that a re-authentication replaced stays valid for this long, for requests under way and other tabs. */
  formerTokenMs: minute,
} as const

/** Stored at the sign-in. A person who begins to teach or manage during a session gets the shorter time. */
export const sessionAbsoluteMs = (role: Role): number =>
  role === 'student' ? sessionLife.absoluteMs : sessionLife.staffAbsoluteMs
