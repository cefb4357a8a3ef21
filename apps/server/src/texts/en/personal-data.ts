/**
 * The texts are the rows of “What we keep, and why” on the privacy page, in the order of the page
 * (docs/decisions/personal-data.md). `long` formats a period of `policy/personal-data/retention.ts` as text.
 */
export interface TopicText {
  what: string
  why: string
  howLong: string
}

export type Topic = (long: (period: string) => string) => TopicText

const topics = {
  account: () => ({
    what: 'Name, email address, role, picture if you add one, language',
    why: 'To provide your account',
    howLong: 'Until the account is deleted',
  }),
  password: () => ({
    what: 'Your password, as an Argon2id digest that cannot be turned back',
    why: 'To let only you sign in',
    howLong: 'Until you change it',
  }),
  passkeys: () => ({
    what: 'Your passkeys, if you add some: their public keys, the names you give them, when you added and last used them',
    why: 'To sign you in with them',
    howLong: 'Until you remove them, or the account is deleted',
  }),
  secondFactor: () => ({
    what: 'The key of your authenticator app, encrypted, and digests of your recovery codes, if you turn on a second step',
    why: 'To check the codes you type',
    howLong: 'Until you turn it off, or the account is deleted',
  }),
  providers: () => ({
    what: 'The number that Google or GitHub gives you, if you sign in with them',
    why: 'To recognise you there',
    howLong: 'Until the account is deleted',
  }),
  emailChanges: () => ({
    what: 'The address you change from or to, if you change your email address',
    why: 'To ask both mailboxes, and to let the former one undo it',
    howLong: '14 days after the request, and 14 days after the change',
  }),
  secondFactorRemovals: (long) => ({
    what: 'If you have lost your second step: who removed it, why, and how they made sure that it was you',
    why: 'To show you and the superadmins what was decided',
    howLong: `${long('second-factor-removals.ended')} after the decision, or until the account is deleted`,
  }),
  sessions: () => ({
    what: 'Where you are signed in: browser, times, and the network addresses at the sign-in and when you were last active',
    why: 'To show you your sessions and let you end them',
    howLong: 'Until you log out; at most 90 days',
  }),
  links: () => ({
    what: 'That we mailed you a link to prove your address or choose a password, or gave you one for a download',
    why: 'To accept each link once',
    howLong: 'Until the link ends; at most three days',
  }),
  failures: (long) => ({
    what: 'Failed sign-ins, requests for a new password and registrations, by account and network address',
    why: 'To stop people who guess passwords or open accounts in bulk',
    howLong: long('sign-in.failures'),
  }),
  devices: (long) => ({
    what: 'Which browsers you have signed in with, as digests of a random cookie',
    why: 'So that strangers who guess cannot lock you out',
    howLong: `${long('sign-in.devices')} after you last signed in there`,
  }),
  securityLog: (long) => ({
    what: 'What was done that matters for security: sign-ins and failed ones, changes of passwords, rights and bank details, refunds, exports, and who opened lists of people and orders',
    why: 'To find misuse, and to tell you and the authorities what happened if data is breached',
    howLong: `${capital(long('security-log.entries'))}, in numbers and without your name; the network address ${long('security-log.addresses')}`,
  }),
  consents: () => ({
    what: 'Which version of our terms and of this policy you accepted or were shown, how and when',
    why: 'To show you and the authorities what you agreed to, and to tell you when a text changes',
    howLong: 'Until the account is deleted',
  }),
  mailChoices: () => ({
    what: 'Which emails you have stopped, and when you want those about your sales',
    why: 'To send only what you want',
    howLong: 'Until you turn them on again, or the account is deleted',
  }),
  courses: (long) => ({
    what: 'Courses you hold, lessons completed, the place in each video, your work in exercises and interactive lessons',
    why: 'To show how far you are',
    howLong: `Until the account is deleted; the link that opened an interactive lesson ${long('packages.launches')}`,
  }),
  access: () => ({
    what: 'When a teacher gave, changed or removed your access to a course, and the reason',
    why: 'To show you and them what was decided',
    howLong: 'As long as the course, or until the account is deleted',
  }),
  activity: () => ({
    what: 'When you learned, by quarter of an hour, your points and badges, your time zone, and your weekly goal and times of learning if you chose some',
    why: 'To count points, days and weeks of learning, to show your times in your calendar, and to remind you by email if you want that',
    howLong: 'Until the account is deleted',
  }),
  sessionsLive: (long) => ({
    what: 'Whether you were present at a live session, as the teacher noted it',
    why: 'To show your teacher and you who took part',
    howLong: `As long as the course, or until the account is deleted; of a cancelled session ${long('live-sessions.removed')}`,
  }),
  notes: () => ({
    what: 'Your private notes and bookmarks in lessons, which only you can read here',
    why: 'To show them to you again',
    howLong: 'Until you delete them, or the account is deleted',
  }),
  wishlist: () => ({
    what: 'Courses on your wishlist, and courses you have archived',
    why: 'To show you your own list',
    howLong: 'Until you remove them, or the account is deleted',
  }),
  buyerDetails: () => ({
    what: 'Address, company name and tax number, if you ask us at checkout to keep them',
    why: 'To fill them in next time',
    howLong: 'Until you remove them at checkout, or the account is deleted',
  }),
  orders: () => ({
    what: 'Orders and receipts: what, when, how much, and the address, company name and tax number you gave at checkout',
    why: 'To deliver, to refund, and because the law on accounts asks for it',
    howLong: 'As long as that law asks; in Malaysia seven years',
  }),
  invoices: () => ({
    what: 'Your name and email address, if a company names you on an invoice as its contact or for a seat',
    why: 'To bill the company, and to give you the seat',
    howLong: 'As long as the law on accounts asks; a seat you took, until the account is deleted',
  }),
  writing: () => ({
    what: 'What you write in the community or in a review of a course, mark as helpful there, or answer in an assessment, with files you hand in and the grades',
    why: 'To show it where you put it, to grade it, and to ask you again what you answered wrongly',
    howLong: 'Until you or a moderator removes it, or the account is deleted',
  }),
  postPictures: () => ({
    what: 'Pictures you add to a discussion or reply, with their descriptions. We remove the data that a camera stores in them, such as the place',
    why: 'To show them to those who may read the text',
    howLong:
      'Until you remove them, or the text or the account is deleted; their files at most a week longer',
  }),
  reports: () => ({
    what: 'Texts you report to a moderator, with your reason',
    why: 'To check them',
    howLong: 'Until the text or the account is deleted',
  }),
  teacherMessages: () => ({
    what: 'Messages that a teacher writes to you about a course',
    why: 'To show them to you',
    howLong: 'As long as the course, or until the account is deleted',
  }),
  teamNotes: () => ({
    what: 'Notes that the people of a seller write about you for their own team',
    why: 'To let their team help you',
    howLong: 'Until the author or the seller deletes them, or your account is deleted',
  }),
  payoutBank: () => ({
    what: 'The bank account for payouts, if you sell courses',
    why: 'To pay you your share',
    howLong: 'Until you replace it, or the account is deleted',
  }),
  verification: (long) => ({
    what: 'If you sell courses: your legal name, registration or identity card number, email address, phone number and documents, so that we know who you are, what we decided, and unusual figures of your sales that we looked into',
    why: 'To pay nobody but you, and to find fraud. The number is stored encrypted',
    howLong: `Documents ${long('seller-documents.kept')} after you add them or we verify them; unusual figures ${long('seller-signals.closed')} after we looked into them; the rest until you replace it, or the account is deleted`,
  }),
  certificates: () => ({
    what: 'Certificates: your name, the course, its seller and instructor, the day, and the reason if one was withdrawn',
    why: 'To confirm to whoever you give the link that you completed the course',
    howLong: 'Until the account is deleted',
  }),
  files: (long) => ({
    what: 'Files you upload',
    why: 'To show them to those who may see them',
    howLong: `Until you remove them and nobody needs them any more; a course archive you import ${long('imports.unused')}`,
  }),
  teaching: (long) => ({
    what: 'What you make as a teacher or seller: courses, quizzes, announcements, live sessions, codes and invitation links',
    why: 'To offer it to learners',
    howLong: `As long as the course; removed announcements and cancelled sessions ${long('announcements.removed')}`,
  }),
  business: () => ({
    what: 'The name, address, phone number, registration and bank account of a business that you enter for it',
    why: 'To show it to learners, and to put it on receipts and invoices',
    howLong: 'As long as the business, and its books as long as the law on accounts asks',
  }),
  apiTokens: (long) => ({
    what: 'Tokens for programs of yours, if you make some: their names, rights and last use',
    why: 'To let those programs act for you',
    howLong: `Until you revoke them, ${long('api-tokens.expired')} after they end, or until the account is deleted`,
  }),
  webhooks: (long) => ({
    what: 'What we tell the systems of a seller who asked for it: that you bought, joined or completed a course of theirs, with your name and email address',
    why: 'To carry out what the seller has set up',
    howLong: `${capital(long('webhooks.deliveries'))}, or until the account is deleted`,
  }),
  forms: (long) => ({
    what: 'Messages from the forms of this site, with the name and address you typed',
    why: 'To answer you',
    howLong: `${capital(long('messages.forms'))}, or until the account is deleted; a digest of your network address for ${long('messages.addresses')}, to limit spam`,
  }),
  mails: (long) => ({
    what: 'Emails we send you',
    why: 'To send them; their text is deleted once they are sent',
    howLong: `Recipient and subject ${long('mail.sent')}, or until the account is deleted`,
  }),
  sources: () => ({
    what: 'Where you came from when you bought or joined a course, such as a search engine or a newsletter’s link, if your browser remembers it',
    why: 'To show sellers which links bring buyers, as sums in which nobody is named',
    howLong: 'Until the enrolment ends or the account is deleted',
  }),
  visits: (long) => ({
    what: 'How many visitors opened a course’s page, by day and by where they came from. No address, no cookie and no number of yours is kept with it',
    why: 'To show sellers what their links bring',
    howLong: long('visits.sources'),
  }),
  notifications: (long) => ({
    what: 'Notifications inside the site',
    why: 'To tell you what happened',
    howLong: `${capital(long('notifications.all'))}, or until the account is deleted`,
  }),
  courseInvitations: (long) => ({
    what: 'Your email address, and the name that goes with it, when a seller types them to invite you to a course',
    why: 'To send you the invitation, and not to send it twice',
    howLong: `${capital(long('course-invitations.unanswered'))} after the last mail, also when you have no account or delete it; an invitation you accepted, until the account is deleted`,
  }),
  teamInvitations: (long) => ({
    what: 'Your email address, when somebody types it to invite you to teach or to administer',
    why: 'To send you the invitation, and to show who invited whom',
    howLong: `${capital(long('team-invitations.unanswered'))} after it ended if you did not accept it; otherwise until the account is deleted`,
  }),
  callbacks: (long) => ({
    what: 'What CHIP reports about a payment, with the payer’s name and address',
    why: 'To settle and reconcile payments',
    howLong: `${capital(long('callbacks.body'))}, or until the account is deleted`,
  }),
  events: (long) => ({
    what: 'What happened on the site, such as a lesson completed, without names; for a withdrawn certificate, the reason',
    why: 'To award points, notify and issue certificates',
    howLong: long('events.handled'),
  }),
  edits: () => ({
    what: 'Who last changed which field of a course, profile or text, and when, in numbers and without what was written',
    why: 'So that two people who edit at the same time do not overwrite each other',
    howLong: 'As long as what was changed',
  }),
} satisfies Readonly<Record<string, Topic>>

export const personalData = {
  topics: topics as Readonly<Record<keyof typeof topics, Topic>>,
  head: ['What', 'Why', 'How long'],
  /** This page is the overview in the export of a person's own data. */
  overview: {
    title: 'Your data on Apogee',
    made: (at: string) => `Made on ${at} (Malaysia time).`,
    lead: 'Each file below holds records as JSON, which other services can read. The names in them are those of our database; times are UTC, and amounts are in sen.',
    head: ['Subject', 'File', 'Records'],
    sections: {
      account: 'Account, address for receipts, email choices, invitations',
      security: 'Sign-ins, passkeys, devices, tokens, security log',
      learning: 'Courses, progress, activity, certificates, wishlist',
      notes: 'Notes and bookmarks in lessons',
      assessments: 'Quizzes: attempts, answers, grades',
      community: 'Discussions, replies, reviews, groups, reports',
      orders: 'Orders, payments, refunds, receipts, invoices',
      messages: 'Emails and notifications to you, your messages',
      teaching: 'Courses you made, announcements, live sessions, seller details',
      files: 'Files you uploaded',
    },
    cut: 'A very long list was cut. Write to us from the address of your account to get the rest.',
    files: 'Your files',
    notInHere: 'What is not in here',
    missing: [
      'Secrets and digests of secrets, such as your password and keys.',
      'What other people wrote, and their names. You find it where they wrote it.',
      'The contents and files of courses you made. Export them with “Export course” in the menu of each course.',
      'Texts of courses and live sessions of a business that you have left: your data has their titles and dates.',
      'The seller’s books and the platform’s own work, which name you by a number only.',
    ],
  },
  days: (days: number): string => (days === 1 ? '1 day' : `${days} days`),
  years: (years: number): string => (years === 1 ? 'one year' : `${words[years] ?? years} years`),
}

const words = ['', '', 'two', 'three', 'four', 'five', 'six', 'seven']

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
