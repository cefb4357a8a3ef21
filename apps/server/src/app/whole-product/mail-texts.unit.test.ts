/** Renders every mail with hostile values wherever another person can choose the text. */
import { languages, type Language } from '@apogee/domain/languages.ts'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  kindsWithOwnMail,
  securityKinds,
  type SecurityMailKind,
} from '@apogee/contracts/accounts/security.ts'
import { describe, expect, test } from 'vitest'
import { receiptMail } from '#server/features/accounting/accounting.mail.ts'
import {
  greeting,
  factorRemovalMail,
  linkedMail,
  secondFactorDueMail,
  verificationMail,
  wrongCodesMail,
} from '#server/features/accounts/accounts.mail.ts'
import {
  addressChangedMail,
  addressRestoredMail,
  addressTakenMail,
  newAddressMail,
  oldAddressMail,
} from '#server/features/accounts/email-address/email-changes.mail.ts'
import { newDeviceMail } from '#server/features/accounts/sign-in/new-device.mail.ts'
import { passwordChangedMail, resetMail } from '#server/features/accounts/passwords/passwords.mail.ts'
import { declinedMail, requestMail } from '#server/features/sales/refunds/refund-requests.mail.ts'
import {
  courseInvitationMail,
  givenCourseMail,
  removedMail,
} from '#server/features/enrolments/enrolments.mail.ts'
import { giftMail } from '#server/features/gifts/gifts.mail.ts'
import {
  creditNoteMail,
  invoiceMail,
  openSeatMail,
  paymentMail,
  reminderMail,
  seatMail,
} from '#server/features/invoices/invoices.mail.ts'
import {
  mentionMail,
  questionsMail,
  teacherAnswerMail,
} from '#server/features/community/posts/question-mails.mail.ts'
import {
  accessEndingMail,
  announcementMail,
  cohortStartingMail,
  courseOpenedMail,
  learnerMessageMail,
} from '#server/features/announcements/announcements.mail.ts'
import { learningReminderMail } from '#server/features/goals/reminders.mail.ts'
import { newMessageMail } from '#server/features/messages/messages.mail.ts'
import { approvalMail } from '#server/features/notifications/approval.mail.ts'
import { checkReturnedMail, sellerVerifiedMail } from '#server/features/notifications/verification.mail.ts'
import { contactCodeMail } from '#server/features/businesses/sellers/seller-contact.mail.ts'
import { payoutWaitingMail } from '#server/features/notifications/payout-waiting.mail.ts'
import { remittanceMail } from '#server/features/notifications/remittance.mail.ts'
import { chargebackMail, saleMail, salesDigestMail } from '#server/features/notifications/sale-mails.mail.ts'
import { sellerStateKinds, sellerStateMail } from '#server/features/notifications/seller-state.mail.ts'
import { securityMail } from '#server/features/notifications/security.mail.ts'
import {
  invitationMail,
  leavingMail,
  leftTeamMail,
  stayingMail,
} from '#server/features/people/people.mail.ts'
import { dataExportedMail } from '#server/features/personal-data/data-exports.mail.ts'
import { mailHtml, type PlainMail } from '#server/platform/mail/mail-html.ts'
import { serverTexts } from '#server/texts/index.ts'

interface MailText {
  subject: string
  body: string
}
type Builder = (language: Language, isProven: boolean) => MailText[]

const hostile =
  '\u0645\u062d\u0645\u062f 2 Prize https://evil.example/now\r\n\r\nInjected:\nhttp://10.0.0.1/x\u2028_https://evil.example www.evil.example <a href="https://evil.example">x</a> me@evil.example'
const hostileAddress = 'www.evil.example/x@evil.example'
const link = 'https://apogee.test/page'
const links = { link, settingsLink: 'https://apogee.test/settings' }
const titles = [hostile, hostile]
const sale = { totalCents: 14_900, courseTitles: titles }
const course = { name: hostile, courseTitle: hostile, sellerName: hostile, link }
const seat = {
  name: hostile,
  companyName: hostile,
  sellerName: hostile,
  email: hostileAddress,
  link,
  courses: [
    { title: hostile, first: [hostile] },
    { title: hostile, first: [] },
  ],
}
const invoice = {
  number: 'INV-1',
  invoiceNumber: 'INV-1',
  totalCents: 100,
  dueOn: '2026-01-05',
  link,
  wasPaid: true,
  sellerName: hostile,
  companyName: hostile,
  contactName: hostile,
}
const details = Object.fromEntries(
  ['brandId', 'secretEndsWith', 'bankName', 'accountEndsWith', 'reference', 'reason', 'courses', 'role']
    .concat('before', 'email')
    .map((name) => [name, hostile]),
)
const change = (isProven: boolean) => ({
  at: new Date(),
  name: hostile,
  isProven,
  actorId: 1,
  actorName: hostile,
  businessName: hostile,
  subjectName: hostile,
  details: { ...details, cents: 100, paidOn: '2026-01-05' },
  link,
})
const hello = (language: Language, isProven: boolean) =>
  greeting(language, { name: hostile, emailVerifiedAt: isProven ? new Date() : null })

/** Mails to the owner of an account include other people's text only if the owner's address is verified. */
const toAccounts: Record<string, Builder> = {
  verificationMail: (language) => [verificationMail(language, link)],
  linkedMail: (language) => [linkedMail(language, { provider: 'google', keepsPassword: true, link })],
  resetMail: (language, isProven) => [resetMail(language, { hello: hello(language, isProven), link })],
  passwordChangedMail: (language, isProven) => [
    passwordChangedMail(language, { hello: hello(language, isProven), passkeys: 2, link }),
  ],
  secondFactorDueMail: (language, isProven) =>
    (['begins', 'ends'] as const).map((stage) =>
      secondFactorDueMail(language, {
        stage,
        link,
        hello: hello(language, isProven),
        dueAt: new Date(),
      }),
    ),
  factorRemovalMail: (language, isProven) => [
    factorRemovalMail(language, { hello: hello(language, isProven), takesEffectAt: new Date(), link }),
  ],
  wrongCodesMail: (language, isProven) => [
    wrongCodesMail(language, { hello: hello(language, isProven), link }),
  ],
  newAddressMail: (language) => [newAddressMail(language, link)],
  addressTakenMail: (language, isProven) => [addressTakenMail(language, hello(language, isProven))],
  addressRestoredMail: (language, isProven) => [addressRestoredMail(language, hello(language, isProven))],
  newDeviceMail: (language, isProven) => [
    newDeviceMail(language, {
      hello: hello(language, isProven),
      at: new Date(),
      userAgent: `Firefox/140 ${hostile}`,
      address: '203.0.113.7',
      isLast: true,
      origin: 'https://apogee.test',
    }),
  ],
  leavingMail: (language, isProven) => [
    leavingMail(language, { hello: hello(language, isProven), at: new Date('2026-01-05T00:00:00Z'), link }),
  ],
  stayingMail: (language, isProven) => [stayingMail(language, { hello: hello(language, isProven), link })],
  leftTeamMail: (language, isProven) => [
    leftTeamMail(language, { hello: hello(language, isProven), isProven, business: hostile, link }),
  ],
  requestMail: (language, isProven) => [requestMail(language, { isProven, titles, reason: hostile, link })],
  declinedMail: (language, isProven) => [declinedMail(language, { isProven, titles, reason: hostile, link })],
  securityMail: (language, isProven) =>
    securityKinds
      .filter((kind): kind is SecurityMailKind => !kindsWithOwnMail.some((own) => own === kind))
      .map((kind) => securityMail(language, { ...change(isProven), change: kind })),
  checkReturnedMail: (language, isProven) => [checkReturnedMail(language, change(isProven))],
  sellerVerifiedMail: (language, isProven) => [sellerVerifiedMail(language, change(isProven))],
  contactCodeMail: (language) => [contactCodeMail(language, '123456', 15)],
  approvalMail: (language, isProven) => [approvalMail(language, change(isProven))],
  payoutWaitingMail: (language, isProven) => [
    payoutWaitingMail(language, { ...change(isProven), sellerName: hostile }),
  ],
  remittanceMail: (language, isProven) => [remittanceMail(language, change(isProven))],
  chargebackMail: (language, isProven) => [
    chargebackMail(language, { ...sale, name: hostile, isProven, link, mayDecide: true }),
    chargebackMail(language, { ...sale, name: hostile, isProven, link, mayDecide: false }),
  ],
  saleMail: (language, isProven) => [saleMail(language, { ...sale, name: hostile, isProven, ...links })],
  salesDigestMail: (language, isProven) => [
    salesDigestMail(language, {
      sales: [sale, { ...sale, totalCents: 9_900 }],
      name: hostile,
      isProven,
      ...links,
    }),
  ],
}

/**
 * These mails name what they are about even if the address is not verified, because a payment or a verified sender precedes them.
 */
const namingWhatItIsAbout: Record<string, Builder> = {
  oldAddressMail: (language) => [oldAddressMail(language, { hello: 'Hello', email: hostileAddress, link })],
  addressChangedMail: (language) => [
    addressChangedMail(language, { hello: 'Hello', email: hostileAddress, link }),
  ],
  sellerStateMail: (language, isProven) =>
    sellerStateKinds.map((kind) => sellerStateMail(language, kind, change(isProven))),
  invitationMail: (language) => [
    invitationMail(language, { role: 'admin', businessName: hostile, invitedBy: hostile, link }),
  ],
  giftMail: (language) =>
    [true, false].map((isGiverProven) =>
      giftMail(language, {
        recipientName: hostile,
        giverName: hostile,
        message: hostile,
        isGiverProven,
        titles: Array.from({ length: 7 }, () => hostile),
        link,
        code: '7HKM-2PXR-9TBV-4QNC',
      }),
    ),
  givenCourseMail: (language) => [givenCourseMail(language, course)],
  removedMail: (language) => [
    removedMail(language, { name: hostile, courseTitle: hostile, reason: hostile }),
  ],
  courseInvitationMail: (language) => [courseInvitationMail(language, course)],
  invoiceMail: (language) => [invoiceMail(language, invoice)],
  reminderMail: (language) => [reminderMail(language, invoice)],
  paymentMail: (language) => [paymentMail(language, invoice)],
  creditNoteMail: (language) => [creditNoteMail(language, { ...invoice, number: 'CN-1' })],
  seatMail: (language) => [seatMail(language, seat)],
  openSeatMail: (language) => [openSeatMail(language, seat)],
  dataExportedMail: (language) => [
    dataExportedMail(language, { name: hostile, at: new Date(), address: '203.0.113.7', link }),
  ],
  learningReminderMail: (language) =>
    [link, null].map((restartLink) =>
      learningReminderMail(language, {
        name: hostile,
        courseTitle: hostile,
        lessonTitle: hostile,
        lessons: { completedLessons: 1, totalLessons: 2 },
        link,
        stopLink: `${link}/stop`,
        restartLink,
      }),
    ),
  questionsMail: (language) =>
    [1, 2].map((count) =>
      questionsMail(language, {
        name: hostile,
        courseTitle: hostile,
        stopLink: link,
        questions: Array.from({ length: count }, (_, index) => ({
          title: hostile,
          link: `${link}/${index}`,
        })),
      }),
    ),
  teacherAnswerMail: (language) =>
    [true, false].map((isTeacher) =>
      teacherAnswerMail(language, {
        name: hostile,
        courseTitle: hostile,
        title: hostile,
        link,
        moment: isTeacher ? { seconds: 3_725, link } : null,
        stopLink: link,
        isTeacher,
      }),
    ),
  announcementMail: (language) => [
    announcementMail(language, {
      name: hostile,
      courseTitle: hostile,
      title: hostile,
      body: hostile,
      link,
      stopLink: link,
    }),
  ],
  accessEndingMail: (language) =>
    [{ kind: 'buy' as const, link }, { kind: 'enroll' as const, link }, null].map((renewal) =>
      accessEndingMail(language, {
        name: hostile,
        courseTitle: hostile,
        endsAt: new Date('2027-11-26T15:59:59Z'),
        link,
        renewal,
        stopLink: link,
      }),
    ),
  cohortStartingMail: (language) =>
    [true, false].map((waits) =>
      cohortStartingMail(language, {
        name: hostile,
        courseTitle: hostile,
        cohortName: hostile,
        waits,
        link,
        stopLink: link,
        startsAt: new Date('2027-01-11T16:00:00Z'),
      }),
    ),
  courseOpenedMail: (language) => [
    courseOpenedMail(language, { name: hostile, courseTitle: hostile, link, stopLink: link }),
  ],
  learnerMessageMail: (language) =>
    [hostile, null].map((sender) =>
      learnerMessageMail(language, {
        name: hostile,
        sender,
        courseTitle: hostile,
        body: hostile,
        link,
        discussionsLink: link,
        stopLink: link,
      }),
    ),
  mentionMail: (language) => [
    mentionMail(language, { name: hostile, author: hostile, title: hostile, link, stopLink: link }),
  ],
  receiptMail: (language) =>
    (['receipt', 'refund_note'] as const).flatMap((kind) =>
      [true, false].map((isDispute) =>
        receiptMail(language, {
          kind,
          isDispute,
          number: 'R-1',
          sellerName: hostile,
          totalCents: 100,
          link,
          courses: [
            { title: hostile, link, accessEndsAt: null, start: null, first: [] },
            {
              title: hostile,
              link,
              accessEndsAt: new Date('2027-11-26T15:59:59Z'),
              start: { name: hostile, startsOn: '2027-01-12' },
              first: [hostile],
            },
          ],
        }),
      ),
    ),
}

/** Superadmins get the messages of strangers, quoted line by line. */
const newMessages: Builder = (language) => [
  newMessageMail(language, { topic: 'contact', name: hostile, email: hostileAddress, body: hostile }, link),
]

const builders: Record<string, Builder> = {
  ...toAccounts,
  ...namingWhatItIsAbout,
  newMessageMail: newMessages,
}

const everyMail = (build: Builder) =>
  languages.flatMap((language) =>
    [true, false].flatMap((isProven) => build(language, isProven).map((mail) => ({ ...mail, language }))),
  )
const isOwn = (url: URL) => url.origin === 'https://apogee.test'

const buttonsOf = (mail: PlainMail): string[] =>
  [...mailHtml(mail, isOwn).matchAll(/ style="display:inline-block[^"]*">([^<]*)</g)].map(
    ([, words = '']) => words,
  )

const features = join(import.meta.dirname, '../../features')
const sources = globSync('**/*.ts', { cwd: features }).filter((path) => !path.endsWith('.test.ts'))
const read = (path: string) => readFileSync(join(features, path), 'utf8')

test('every mail builder is listed in this test, and every queued mail comes from one', () => {
  const written = sources
    .filter((path) => path.endsWith('.mail.ts'))
    .flatMap((path) => [...read(path).matchAll(/^export (?:function|const) (\w+Mail)\b/gm)])
    .map(([, name]) => String(name))
  expect(written.toSorted()).toEqual(Object.keys(builders).toSorted())
  const queueing = sources.filter((path) => /\bqueueMail\(/.test(read(path)))
  expect(queueing.length).toBeGreaterThan(10)
  for (const path of queueing)
    expect([path, read(path)]).toEqual([path, expect.stringMatching(/\.mail\.ts'/)])
})

test.each(Object.entries(builders))('the buttons of a mail of %s have words of their own', (_, build) => {
  for (const mail of everyMail(build))
    expect(buttonsOf(mail)).not.toContain(serverTexts(mail.language).mails.open)
})

test.each(Object.entries(builders))('a mail of %s repeats no paragraph', (_, build) => {
  for (const { body } of everyMail(build)) {
    const paragraphs = body.split('\n\n')
    expect(paragraphs).toEqual([...new Set(paragraphs)])
  }
})

test.each(Object.entries(toAccounts))(
  'the buttons of a mail of %s have short, different words',
  (_, build) => {
    for (const mail of everyMail(build)) {
      const words = buttonsOf(mail)
      expect(words).toEqual([...new Set(words)])
      expect(words.join()).not.toContain('…')
    }
  },
)

describe('text chosen by others, in a mail', () => {
  test.each(Object.entries(builders))('text chosen by others in a mail of %s becomes no link', (_, build) => {
    for (const mail of everyMail(build)) {
      const html = mailHtml(mail, isOwn)
      for (const part of [mail.subject, mail.body, html]) {
        expect(part).not.toMatch(/evil\.example/)
        expect(part).not.toContain('//evil')
        expect(part).not.toContain('//10.0')
      }
      expect(html).not.toMatch(/<a href="(?!https:\/\/apogee\.test\/)/)
      expect(mail.subject).not.toMatch(/[\r\n\u2028]/)
    }
  })

  test.each(Object.entries(builders))(
    'text from right to left that others chose in a mail of %s leaves the words around it in place',
    (_, build) => {
      for (const mail of everyMail(build))
        for (const part of [mail.subject, mail.body, mailHtml(mail, isOwn)])
          expect(part.replaceAll(/\u2068[^\u2068\u2069\n]*\u2069/g, '')).not.toMatch(
            /\p{Script=Arabic}|[\u2066-\u2069]/u,
          )
    },
  )

  test.each(Object.entries({ ...toAccounts, ...namingWhatItIsAbout }))(
    'text chosen by others in a mail of %s starts no line of its own',
    (_, build) => {
      for (const { body } of everyMail(build)) expect(body).not.toMatch(/^\W*(?:Injected|http:\W*10|_https)/m)
    },
  )

  test.each(Object.entries(toAccounts))(
    'text chosen by others in a mail of %s does not reach an unverified address',
    (_, build) => {
      for (const mail of languages.flatMap((language) => build(language, false)))
        expect(`${mail.subject}\n${mail.body}`).not.toMatch(/Prize|Injected|evil/)
    },
  )
})

test('a security mail greets a reader without a name without a blank, and names roles in words', () => {
  const facts = {
    ...change(true),
    name: null,
    actorName: null,
    details: { before: 'admin', role: 'student' },
  }
  const [english, malay] = languages.map(
    (language) => securityMail(language, { ...facts, subjectName: 'Ali', change: 'role.changed' }).body,
  )
  expect(english).toMatch(
    /^Hello\n\nThe role of Ali was changed from admin to student\.\n\nBy: an unnamed user\n/,
  )
  expect(malay).toMatch(
    /^Helo\n\nPeranan Ali telah ditukar daripada pentadbir kepada pelajar\.\n\nOleh: pengguna tanpa nama\n/,
  )
})
