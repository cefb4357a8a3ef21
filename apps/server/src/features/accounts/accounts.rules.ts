const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

/** Failures allowed per subject and window, in ms (docs/api.md#limits). Successes do not count where nothing else is said. */
export const failureLimits = {
  // An account from one address, and from one browser that has signed in to it before.
  'sign-in.pair': { most: 10, withinMs: 15 * minute },
  'sign-in.device': { most: 10, withinMs: 15 * minute },
  // From all addresses together. Slows unknown devices down and never applies to a known one.
  'sign-in.account': { most: 30, withinMs: 15 * minute },
  'sign-in.address': { most: 100, withinMs: 15 * minute },
  // Successes included.
  'registration.person': { most: 300, withinMs: hour },
  'registration.business': { most: 100, withinMs: hour },
  // Counted for a session, each for itself: whoever stole one uses up nothing of the owner's.
  'password.change': { most: 10, withinMs: 15 * minute },
  'identity.prove': { most: 10, withinMs: 15 * minute },
  // By whoever holds the mailed link.
  'email.prove': { most: 10, withinMs: 15 * minute },
  // Guessed codes that make courses cheaper.
  'coupon.account': { most: 30, withinMs: 15 * minute },
  'coupon.address': { most: 100, withinMs: 15 * minute },
  // Places of one limited code that one address takes, as long as a place is held.
  'coupon.place': { most: 60, withinMs: 2 * hour },
  // Of these each request counts, because each one sends a mail.
  'password-reset.account': { most: 5, withinMs: hour },
  'password-reset.address': { most: 100, withinMs: hour },
  'verification-mail.send': { most: 5, withinMs: hour },
  // Each mails everybody who sells; withdrawn, it could be asked again for ever.
  'refund.request': { most: 10, withinMs: day },
  // Each mails all admins of the seller: CHIP credentials, the bank account for payouts, the one on invoices.
  'payment-details.change': { most: 20, withinMs: hour },
  // And of these, because whoever leaves a group again leaves no row to count.
  'group.join': { most: 60, withinMs: hour },
  // Refused files too: looking at them is what costs. A course is some dozens of files.
  'media.upload': { most: 300, withinMs: hour },
} as const

export type FailureKind = keyof typeof failureLimits

/** For how long, and how many, browsers of an account are recognised. Browsers keep a cookie for 400 days at most. */
export const deviceLife = { unusedMs: 400 * day, mostPerAccount: 20 } as const

/** How long the security log keeps the actor's network address. */
export const addressRetentionMs = 90 * day

/** How long a session lives, in ms. `touchEveryMs` is how exact 'last seen' is. */
export const sessionLife = {
  absoluteMs: 90 * day,
  idleMs: 30 * day,
  touchEveryMs: 5 * minute,
  forgetFailuresMs: day,
  verifyEmailMs: 3 * day,
  resetPasswordMs: hour,
  /** How long a sign-in, or the password given again, proves who it is. */
  freshMs: 10 * minute,
} as const
