import { sellerDocumentLimits } from '@apogee/contracts/businesses/seller-kinds.ts'
import { handInLimits, postPictureLimits, type Role } from '@apogee/contracts/limits.ts'
import { keepMsOf } from '#server/policy/personal-data/retention.ts'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

/**
 * Maps each kind to the failures that one subject may have within a time in ms (docs/api.md#limits). Successful attempts count only
 * where a comment says so.
 */
export const failureLimits = {
  // The first limit counts failures of one account from one network address, and the second one those from one known browser.
  'sign-in.pair': { most: 10, withinMs: 15 * minute },
  'sign-in.device': { most: 10, withinMs: 15 * minute },
  // Counts failures of one account from all network addresses. Known browsers have their own limit, so this limit slows down
  // unknown ones only.
  'sign-in.account': { most: 30, withinMs: 15 * minute },
  'sign-in.address': { most: 100, withinMs: 15 * minute },
  // Both limits count successful registrations too.
  'registration.person': { most: 300, withinMs: hour },
  'registration.business': { most: 100, withinMs: hour },
  // Counts per session, so that a thief with a stolen session cannot lock out the owner's other sessions.
  'password.change': { most: 10, withinMs: 15 * minute },
  'identity.prove': { most: 10, withinMs: 15 * minute },
  // Counts codes of the second factor. A known browser has its own limits, which no stranger can use up.
  'second-factor.pair': { most: 10, withinMs: 15 * minute },
  'second-factor.device': { most: 10, withinMs: 15 * minute },
  'second-factor.device-day': { most: 60, withinMs: day },
  // Counts wrong codes from all unknown browsers together. Three of a million codes are valid at any moment, so unlimited guesses
  // would find one.
  'second-factor.account': { most: 30, withinMs: day },
  // No request is refused. From this many wrong codes on, the owner is notified.
  'second-factor.wrong': { most: 3, withinMs: day },
  'recovery-code.account': { most: 10, withinMs: hour },
  // Counts codes for a setup or a re-authentication over all sessions of a person, because a trusted browser can open any number of
  // sessions.
  'second-factor.session': { most: 10, withinMs: 15 * minute },
  'second-factor.proof': { most: 30, withinMs: day },
  // Counts refused passkeys, to limit how many signatures the server checks; passkeys cannot be guessed. Known browsers and
  // sessions have their own limits, which a stranger behind the same network address cannot use up.
  'passkey.pair': { most: 10, withinMs: 15 * minute },
  // Counts refused passkeys of one account from everywhere. A valid passkey is never refused by this limit, so no attacker can lock
  // the owner out.
  'passkey.account': { most: 30, withinMs: 15 * minute },
  'passkey.address': { most: 100, withinMs: 15 * minute },
  'passkey.device': { most: 30, withinMs: 15 * minute },
  'passkey.session': { most: 30, withinMs: 15 * minute },
  // Counts passkeys that a person adds, each of which sends a mail. Removing one does not restore the allowance.
  'passkey.add': { most: 10, withinMs: day },
  // No request is refused. The copy of a passkey is reported to its owner once a day.
  'passkey.copied': { most: 1, withinMs: day },
  // Counts requests to remove a person's second factors, successes included, because each sends a mail.
  'factor-removal.ask': { most: 10, withinMs: day },
  'email.prove': { most: 10, withinMs: 15 * minute },
  // No sign-in is refused. At most this many sign-ins from new browsers are mailed to the owner.
  'new-browser.mail': { most: 3, withinMs: day },
  // Each request counts, because each one sends mails.
  'email-change.ask': { most: 5, withinMs: day },
  // No request is refused. Above the limit, the new address gets no mail.
  'email-change.address': { most: 5, withinMs: day },
  'coupon.account': { most: 30, withinMs: 15 * minute },
  'coupon.address': { most: 100, withinMs: 15 * minute },
  // Counts reservations of one limited coupon from one network address. The window is as long as a reservation lasts.
  'coupon.place': { most: 60, withinMs: 2 * hour },
  // Counts unknown codes of gifts.
  'gift.code': { most: 60, withinMs: 15 * minute },
  // Counts mails of one gift, mails about gifts that a person causes, and those to one address. No gift is lost: it is mailed later.
  'gift.mails': { most: 5, withinMs: day },
  'gift.mail': { most: 50, withinMs: day },
  'gift.recipient': { most: 1, withinMs: day },
  // Each request counts, because each one sends a mail.
  'password-reset.account': { most: 5, withinMs: hour },
  'password-reset.address': { most: 100, withinMs: hour },
  'verification-mail.send': { most: 5, withinMs: hour },
  // Each request mails the sellers, and a person could withdraw a request and send it again.
  'refund.request': { most: 10, withinMs: day },
  // Each change mails all admins of the seller. The limit covers CHIP credentials, the payout bank account and the bank account on
  // invoices.
  'payment-details.change': { most: 20, withinMs: hour },
  // Counts codes that prove a seller's e-mail address, per seller and per e-mail address. Each code is mailed.
  'seller-contact.code': { most: 5, withinMs: day },
  'seller-contact.address': { most: 5, withinMs: day },
  'seller-document.file': { most: sellerDocumentLimits.perDay, withinMs: day },
  // Counts tests of a webhook and resent messages, because each one sends a request to the webhook's server.
  'webhook.send': { most: 60, withinMs: hour },
  // Counts joins, which can be repeated without end, because leaving a group deletes the membership.
  'group.join': { most: 60, withinMs: hour },
  // Refused files count too, because checking them is expensive. A course has some dozens of files.
  'media.upload': { most: 300, withinMs: hour },
  'discussion.picture': { most: postPictureLimits.perDay, withinMs: day },
  'hand-in.file': { most: handInLimits.perDay, withinMs: day },
  // Counts multipart uploads that have not ended. They are not part of the storage quota yet.
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

/** People of whom a live installation requires a second factor get this time, in ms, to set one up. */
export const secondFactorGrace = {
  /**
   * The period begins when a second factor is first required. After the period, the account opens only the setup of a second
   * factor.
   */
  graceMs: 7 * day,
  /** The second reminder is mailed this long before the period ends. */
  lastMailMs: day,
} as const

/** The periods of requests to remove lost second factors are in ms. */
export const factorRemovalLife = {
  /** The owner can stop the removal between the second superadmin's approval and its execution. */
  delayMs: day,
  /** A request waits this long for the second approval. */
  unconfirmedMs: 7 * day,
} as const

/**
 * Two superadmins may decide together only if both have had the role for this long. Otherwise a thief with one superadmin account
 * could appoint the second.
 */
export const superadminForMs = 7 * day

/** Times are in ms. */
export const passkeyLife = {
  /** The authenticator must answer the challenge within this time. Some people must fetch a phone first. */
  challengeMs: 10 * minute,
  /** A mailed password reset within this time after a passkey was added removes it, because a thief may have added it. */
  contestedMs: 7 * day,
} as const

/** The periods of a change of e-mail address are in ms. */
export const emailChangeLife = {
  /** The change waits this long for its confirmations. */
  openMs: 14 * day,
  /** The old mailbox can object for this long. After that, the change can finish without the old mailbox. */
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

/**
 * Returns how long a new session lasts. A person who begins to teach or manage during a session gets the shorter time too, from
 * then on.
 */
export const sessionAbsoluteMs = (role: Role): number =>
  role === 'student' ? sessionLife.absoluteMs : sessionLife.staffAbsoluteMs
