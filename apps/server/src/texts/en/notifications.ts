/** Contains the mails to sellers: approval, payouts, sales and security changes. */
import type { SecurityMailKind } from '@apogee/contracts/accounts/security.ts'
import type { Role } from '@apogee/contracts/limits.ts'
import type { MailText } from '../mail-text.ts'

interface PayoutWaitingFacts {
  hello: string
  amount: string
  /** This is null if the seller has no name, or if the recipient's address is not verified. */
  seller: string | null
  actor: string | null
  link: string
}

interface ApprovalFacts {
  hello: string
  /** This is null when the mail may not contain the seller's name. */
  seller: string | null
  /** The links of the mail begin with this origin of the site. */
  link: string
}

interface SellerStateFacts extends ApprovalFacts {
  /** The superadmin who changed the state wrote this reason. */
  reason: string
  /** The seller may sell for at most this amount within 24 hours. */
  limit: string
}

interface RemittanceFacts {
  hello: string
  amount: string
  /** This is null when the mail may not contain the name of the business that receives the payout. */
  receiver: string | null
  day: string
  reference: string | null
  /** This is undefined while the seller has entered no bank details. */
  to: string | undefined
  /** The links of the mail begin with this origin of the site. */
  link: string
}

interface SaleFacts {
  hello: string
  amount: string
  /** The text ends the sentence with the titles, or with a full stop when the titles are left out. */
  sold: string
  link: string
  settingsLink: string
}

interface ChargebackFacts extends Omit<SaleFacts, 'settingsLink'> {
  /** False means that the platform decides about the buyer's access. */
  mayDecide: boolean
}

interface DigestFacts extends Omit<SaleFacts, 'sold'> {
  count: number
  /** One line for each sale contains its amount and titles. */
  lines: string
  /** `lines` omits this many further sales. */
  more: number
}

interface Change {
  subject: string
  sentence: string
}

interface SecurityFacts extends Change {
  hello: string
  /** Null means that nobody was signed in. */
  actor: string | null
  when: string
  whose: string
  /** The links of the mail begin with this origin of the site. */
  link: string
}

/** Each kind of change uses some of these texts. The others are ''. */
interface ChangeFacts {
  brandId: string
  /** This is null when the key is too short to show its last characters. */
  secretEndsWith: string | null
  bankName: string
  accountEndsWith: string
  beforeFee: string
  fee: string
  isPayout: boolean
  /** This is false if the registration, and not the contact, was changed. */
  isContact: boolean
  amount: string
  reference: string
  reason: string
  /** The text consists of the amount and the courses. */
  refund: string
  member: string
  /** This is the name of the former role, as `role` is of the new one. */
  before: string
  role: string
  email: string
  /** The API token has this name. */
  name: string
  /** The webhook has this address. */
  url: string
  /** These are the last characters of the API token. */
  endsWith: string
  block: string
  kept: string
}

export const notifications = {
  approval: ({ hello, seller, link }: ApprovalFacts): MailText => ({
    subject: 'You can now sell on Apogee',
    body: [
      hello,
      `Apogee has approved ${seller ?? 'you'} as a seller. Published paid courses can now be bought, as long as the seller’s email address is confirmed.`,
      `Your courses:\n${link}/admin`,
      `Check whether anything is left to do. Add the bank account for your payouts:\n${link}/studio/business#payout-bank-heading`,
    ].join('\n\n'),
  }),

  sellerStates: {
    'seller.limited': ({ hello, seller, reason, limit, link }: SellerStateFacts): MailText => ({
      subject: 'Your sales on Apogee are limited',
      body: [
        hello,
        `Apogee has limited the sales of ${seller ?? 'your courses'}.\n\nReason: ${reason}`,
        `What this means: up to ${limit} can be sold through Apogee within 24 hours, and payouts are held. Your courses stay on offer, and everybody who has bought keeps access.`,
        `To answer, or to tell us what has changed, contact us:\n${link}/contact`,
      ].join('\n\n'),
    }),
    'seller.suspended': ({ hello, seller, reason, link }: SellerStateFacts): MailText => ({
      subject: 'Your seller account on Apogee is suspended',
      body: [
        hello,
        `Apogee has suspended ${seller ?? 'you'} as a seller.\n\nReason: ${reason}`,
        'What this means: your courses are not offered any more, and payouts are held. Learners keep all the courses they have. You can still read everything and refund buyers, but you cannot publish courses, change prices or bank details, invite people or send announcements. Invoices that you have issued can still be paid.',
        `To answer, or to tell us what has changed, contact us:\n${link}/contact`,
      ].join('\n\n'),
    }),
    'seller.restored': ({ hello, seller, reason, link }: SellerStateFacts): MailText => ({
      subject: 'You can sell on Apogee again',
      body: [
        hello,
        `Apogee has lifted the restrictions on ${seller ?? 'your sales'}.\n\nReason: ${reason}`,
        'Your published courses are on offer again, and the restrictions no longer hold payouts.',
        `Your courses:\n${link}/admin`,
      ].join('\n\n'),
    }),
    'seller.brandCleared': ({ hello, seller, reason, link }: SellerStateFacts): MailText => ({
      subject: 'Your brand on Apogee was cleared',
      body: [
        hello,
        `Apogee has cleared the brand of ${seller ?? 'your courses'}: logo, colour, name of the sender and last line of your mails.\n\nReason: ${reason}`,
        'What this means: mails, pages, receipts, invoices and certificates show the look of Apogee, also those that you have issued. What they say stays the same.',
        `Choose a brand that cannot be confused with another organisation’s:\n${link}/studio/business#brand-heading`,
        `To answer, contact us:\n${link}/contact`,
      ].join('\n\n'),
    }),
  },
  payoutWaiting: ({ hello, amount, seller, actor, link }: PayoutWaitingFacts): MailText => ({
    subject: `A payout of ${amount} waits for your approval`,
    body: [
      hello,
      `${actor ?? 'Another superadmin'} has prepared a payout of ${amount} to ${seller ?? 'a seller'}. It can be made after a second superadmin has approved it.`,
      `Check the amount and the bank account. Approve or decline the payout:\n${link}`,
      'Without an approval it is withdrawn after seven days.',
    ].join('\n\n'),
  }),

  remittance: ({ hello, amount, receiver, day, reference, to, link }: RemittanceFacts): MailText => ({
    subject: `Payout from Apogee: ${amount}`,
    body: [
      hello,
      `Apogee has transferred ${amount} to ${receiver ?? 'you'}.`,
      `Amount: ${amount}\nDate: ${day}${reference === null ? '' : `\nReference: ${reference}`}\nTo account: ${to ?? 'no bank details entered in Business yet'}`,
      `Your statement:\n${link}/admin/ledger`,
      `If the money does not arrive or this account is not yours, contact us. Check your bank details:\n${link}/studio/business#payout-bank-heading`,
    ].join('\n\n'),
  }),

  sale: ({ hello, amount, sold, link, settingsLink }: SaleFacts): MailText => ({
    subject: `New sale: ${amount}`,
    body: `${hello}\n\nYou have made a sale of ${amount}${sold}\n\nSee the order:\n${link}\n\nChoose how often you get these emails in Settings: ${settingsLink}`,
  }),

  chargeback: ({ hello, amount, sold, link, mayDecide }: ChargebackFacts): MailText => ({
    subject: `Chargeback: ${amount}`,
    body: `${hello}\n\nThe buyer’s bank has taken back ${amount}${sold}\n\nThe amount counts as a chargeback in your ledger. The buyer can still open what they bought. ${mayDecide ? 'You decide on the page of the order whether they keep access.' : 'Apogee decides whether they keep access, because the order also has courses of other sellers.'}\n\nSee the order:\n${link}`,
  }),

  salesDigest: ({ hello, count, amount, lines, more, link, settingsLink }: DigestFacts): MailText => ({
    subject: `Your sales: ${count}, ${amount} in total`,
    body: `${hello}\n\nYour sales since the last email come to ${amount}.\n\n${lines}${more === 0 ? '' : `\n\nand ${more} more`}\n\nSee the orders:\n${link}\n\nChoose how often you get these emails in Settings: ${settingsLink}`,
  }),

  security: ({ hello, subject, sentence, actor, when, whose, link }: SecurityFacts): MailText => ({
    subject: `Security: ${subject}`,
    body: [
      hello,
      `${sentence}\n\n${actor === null ? '' : `By: ${actor}\n`}When: ${when} (Kuala Lumpur time)\nFor: ${whose}`,
      `If you know about this change, you do not need to do anything.\n\nIf you do not, change your password and sign out other devices, then check the security log and tell your other admins. Open Settings:\n${link}/settings`,
    ].join('\n\n'),
  }),

  unprovenSecurity: (link: string): MailText => ({
    subject: 'Security: a change in your Apogee account',
    body: `Hello\n\nPayment settings, roles or the way to sign in have changed in the Apogee account that uses this email address. Sign in, confirm your email address and see the details in the security log in Settings. Open Settings:\n${link}/settings\n\nIf you did not register at Apogee, ignore this email.`,
  }),

  changes: {
    'chip.changed': ({ brandId, secretEndsWith }: ChangeFacts): Change => ({
      subject: 'the CHIP account was changed',
      sentence: `The CHIP account that receives your payments was changed. Brand ID: ${brandId}. The secret key ends with: ${secretEndsWith ?? '(short)'}.`,
    }),
    'bank.changed': ({ bankName, accountEndsWith }: ChangeFacts): Change => ({
      subject: 'the bank account was changed',
      sentence: `The bank account on your invoices was changed: ${bankName}, account ending with ${accountEndsWith}.`,
    }),
    'payoutBank.changed': ({ bankName, accountEndsWith }: ChangeFacts): Change => ({
      subject: 'the bank account for payouts was changed',
      sentence: `The bank account for your payouts was changed: ${bankName}, account ending with ${accountEndsWith}.`,
    }),
    'seller.detailsChanged': ({ isContact }: ChangeFacts): Change => ({
      subject: isContact ? 'the contact of the seller was changed' : 'the legal name or number was changed',
      sentence: isContact
        ? 'The email address or phone number by which Apogee verifies the seller was changed.'
        : 'The legal name or registration number by which Apogee verifies the seller was changed.',
    }),
    'fee.changed': ({ beforeFee, fee }: ChangeFacts): Change => ({
      subject: 'the platform fee was changed',
      sentence: `The platform fee on your sales was changed from ${beforeFee} to ${fee}. Earlier sales keep their fee.`,
    }),
    'signal.opened': (): Change => ({
      subject: 'the figures of a seller are unusual',
      sentence:
        'Apogee noticed an unusual pattern in the sales of a seller, and changed nothing. Platform, Signals shows the figures and the seller.',
    }),
    'transfer.recorded': ({ isPayout, amount, reference }: ChangeFacts): Change => ({
      subject: isPayout ? 'a payout was recorded' : 'a payment to Apogee was recorded',
      sentence: `${isPayout ? 'A payout to you' : 'A payment from you to Apogee'} was recorded: ${amount}, reference ${reference}.`,
    }),
    'transfer.reversed': ({ amount, reference, reason }: ChangeFacts): Change => ({
      subject: 'a recorded transfer was reversed',
      sentence: `A transfer in your ledger was reversed: ${amount}, reference ${reference}. Reason: ${reason}.`,
    }),
    'refund.approved': ({ reason, refund }: ChangeFacts): Change => ({
      subject: 'a refund above your balance was approved',
      sentence: `A refund that your balance at Apogee did not cover was approved and goes to the buyer: ${refund}. Your balance may be below zero until your next sales. Reason: ${reason}.`,
    }),
    'refund.declined': ({ reason, refund }: ChangeFacts): Change => ({
      subject: 'a refund above your balance was declined',
      sentence: `A refund that your balance at Apogee does not cover was declined, and the buyer keeps the course: ${refund}. Reason: ${reason}.`,
    }),
    'role.changed': ({ member, before, role }: ChangeFacts): Change => ({
      subject: 'a role was changed',
      sentence: `The role of ${member} was changed from ${before} to ${role}.`,
    }),
    'member.deleted': ({ role }: ChangeFacts): Change => ({
      subject: 'an account was deleted',
      sentence: `The account of someone with the role of ${role} was deleted.`,
    }),
    'secondFactor.on': ({ member }: ChangeFacts): Change => ({
      subject: 'the second factor of a sign-in was turned on',
      sentence: `Sign-ins to the account of ${member} now need a code of an authenticator app. Other devices were signed out. If the owner did not do this, a new password by “Forgot password?” within 7 days turns it off again.`,
    }),
    'secondFactor.off': ({ member }: ChangeFacts): Change => ({
      subject: 'the second factor of a sign-in was turned off',
      sentence: `Sign-ins to the account of ${member} no longer need a code of an authenticator app.`,
    }),
    'recoveryCodes.replaced': ({ member }: ChangeFacts): Change => ({
      subject: 'recovery codes were replaced',
      sentence: `The account of ${member} has new recovery codes. The former ones no longer work.`,
    }),
    'recoveryCode.used': ({ member }: ChangeFacts): Change => ({
      subject: 'a recovery code was used',
      sentence: `A recovery code was used to sign in to the account of ${member}. It does not work again.`,
    }),
    'secondFactor.removalAsked': ({ member }: ChangeFacts): Change => ({
      subject: 'a removal of a second factor was requested',
      sentence: `A superadmin was told that ${member} has lost every second factor of their sign-ins, and asked for their removal. Another superadmin has to confirm it.`,
    }),
    'secondFactor.removalConfirmed': ({ member }: ChangeFacts): Change => ({
      subject: 'a removal of a second factor was confirmed',
      sentence: `A second superadmin confirmed that the second factors of ${member} are removed. It happens in 24 hours, unless ${member} or a superadmin stops it.`,
    }),
    'secondFactor.removalStopped': ({ member }: ChangeFacts): Change => ({
      subject: 'a removal of a second factor was stopped',
      sentence: `The second factors of ${member} stay: the request to remove them has ended.`,
    }),
    'secondFactor.removed': ({ member }: ChangeFacts): Change => ({
      subject: 'second factors were removed',
      sentence: `The authenticator app, recovery codes and passkeys of ${member} were removed, because they were reported lost. All devices and API tokens were signed out. A password alone signs in now.`,
    }),
    'passkey.added': ({ member, name }: ChangeFacts): Change => ({
      subject: 'a passkey was added',
      sentence: `A passkey was added to the account of ${member}: ${name}. It signs in without a password. If the owner did not do this, a new password by “Forgot password?” within 7 days removes it again.`,
    }),
    'passkey.removed': ({ member, name }: ChangeFacts): Change => ({
      subject: 'a passkey was removed',
      sentence: `A passkey was removed from the account of ${member}: ${name}. It no longer signs in. Other devices were signed out.`,
    }),
    'identity.removed': ({ member, name }: ChangeFacts): Change => ({
      subject: 'a way to sign in was removed',
      sentence: `${name} no longer signs in to the account of ${member}. Other devices were signed out.`,
    }),
    'email.changed': ({ member }: ChangeFacts): Change => ({
      subject: 'an email address was changed',
      sentence: `The account of ${member} has another email address, which was confirmed by a link that we mailed there. A former address that was confirmed, too, can undo the change for 14 days.`,
    }),
    'email.restored': ({ member }: ChangeFacts): Change => ({
      subject: 'a change of an email address was undone',
      sentence: `The account of ${member} has its former email address again. Every device was signed out, and the password was removed.`,
    }),
    'passkey.copied': ({ member, name }: ChangeFacts): Change => ({
      subject: 'a passkey was refused',
      sentence: `A passkey of the account of ${member} may have been copied: ${name}. It counted fewer uses than before, so it was refused. Remove it in Settings if you do not know why.`,
    }),
    'apiToken.created': ({ name, endsWith }: ChangeFacts): Change => ({
      subject: 'an API token was created',
      sentence: `An API token was created: ${name}, ending with ${endsWith}. Programs that have it can use your account within its scopes.`,
    }),
    'apiToken.revoked': ({ name, endsWith }: ChangeFacts): Change => ({
      subject: 'an API token was revoked',
      sentence: `An API token was revoked: ${name}, ending with ${endsWith}.`,
    }),
    'webhook.created': ({ url }: ChangeFacts): Change => ({
      subject: 'a webhook was added',
      sentence: `A webhook was added. Events of your business are now sent to ${url}.`,
    }),
    'webhook.deleted': ({ url }: ChangeFacts): Change => ({
      subject: 'a webhook was deleted',
      sentence: `The webhook to ${url} was deleted.`,
    }),
    'webhook.secretReplaced': ({ url }: ChangeFacts): Change => ({
      subject: 'the secret of a webhook was replaced',
      sentence: `The secret of the webhook to ${url} was replaced. The former one works for 24 more hours.`,
    }),
    'webhook.turnedOff': ({ url }: ChangeFacts): Change => ({
      subject: 'a webhook was turned off',
      sentence: `The webhook to ${url} has failed for five days and was turned off. Repair it and turn it on again.`,
    }),
    'sessions.ended': ({ member }: ChangeFacts): Change => ({
      subject: 'somebody was signed out everywhere',
      sentence: `All sessions, API tokens and trusted browsers of ${member} were ended by somebody who manages the account.`,
    }),
    'securityLog.fellBack': ({ block, kept }: ChangeFacts): Change =>
      Number(block) < Number(kept)
        ? {
            subject: 'the newest entries of the security log are missing',
            sentence: `The security log ends with block ${block}, but had block ${kept} before. Either an older copy of the database was restored, or somebody removed the newest entries.`,
          }
        : {
            subject: 'a block of the security log was replaced',
            sentence: `Block ${kept} of the security log was sealed again with other contents. Either an older copy of the database was restored and used since, or somebody removed the newest entries.`,
          },
    'invitation.sent': ({ role, email }: ChangeFacts): Change => ({
      subject: 'someone was invited',
      sentence: `${email} was invited as ${role}.`,
    }),
  } satisfies Record<SecurityMailKind, (facts: ChangeFacts) => Change>,

  aMember: 'a member',
  anUnnamedUser: 'an unnamed user',
  roles: {
    student: 'student',
    instructor: 'instructor',
    admin: 'admin',
    superadmin: 'superadmin',
  } satisfies Record<Role, string>,
}
