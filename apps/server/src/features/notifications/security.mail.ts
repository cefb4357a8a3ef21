/** Mail to a seller's admins about changes of payment accounts or roles: who, what, when, what to do. */
import { paperLocales, type Language } from '@apogee/domain/languages.ts'
import { malaysiaTimeZone } from '@apogee/domain/time-zone.ts'
import { formatPlainRinggit } from '@apogee/domain/money.ts'
import type { SecurityDetails, SecurityKind } from '@apogee/contracts/accounts/security.ts'
import { greetingOf, mailIn, quotedText, type MailText } from '#server/platform/mail-text.ts'

export interface SecurityMailFacts {
  /** An approval has its own mail. */
  change: Exclude<SecurityKind, 'seller.approved'>
  at: Date
  /** The recipient's name. */
  name: string | null
  isProven: boolean
  /** Null: nobody was signed in. */
  actorId: number | null
  actorName: string | null
  businessName: string | null
  subjectName: string | null
  details: SecurityDetails
  /** The origin of the site. */
  link: string
}

const longest = 120
const longestReason = 300

const aMember: Record<Language, string> = { en: 'a member', ms: 'seorang ahli' }
const anUnnamedUser: Record<Language, string> = { en: 'an unnamed user', ms: 'pengguna tanpa nama' }

export function securityMail(language: Language, facts: SecurityMailFacts): MailText {
  if (!facts.isProven) return unprovenMail(language, facts.link)
  const { change, at, subjectName, businessName, details, link } = facts
  const member = subjectName === null ? aMember[language] : given(subjectName)
  const what = sentences[change](language, details, member)
  const when = timeInWords(at, language)
  const whose = given(businessName ?? 'Apogee')
  const actor = actorOf(language, facts)
  return mailIn(language, {
    en: () => ({
      subject: `Security: ${what.subject}`,
      body: [
        greetingOf(language, facts),
        `${what.sentence}\n\n${actor === null ? '' : `By: ${actor}\n`}When: ${when} (Kuala Lumpur time)\nFor: ${whose}`,
        `If you know about this change, you do not need to do anything.\n\nIf you do not, change your password and sign out other devices here, then check the security log and tell your other admins.\n${link}/settings`,
      ].join('\n\n'),
    }),
    ms: () => ({
      subject: `Keselamatan: ${what.subject}`,
      body: [
        greetingOf(language, facts),
        `${what.sentence}\n\n${actor === null ? '' : `Oleh: ${actor}\n`}Bila: ${when} (waktu Kuala Lumpur)\nUntuk: ${whose}`,
        `Jika anda mengetahui perubahan ini, anda tidak perlu berbuat apa-apa.\n\nJika tidak: tukar kata laluan anda dan log keluar peranti lain di sini, kemudian semak log keselamatan dan beritahu pentadbir anda yang lain.\n${link}/settings`,
      ].join('\n\n'),
    }),
  })
}

/** The owner of an unverified address may not know Apogee: the mail contains no user input. */
function unprovenMail(language: Language, link: string): MailText {
  return mailIn(language, {
    en: () => ({
      subject: 'Security: a change in your Apogee account',
      body: `Hello\n\nPayment settings or roles have changed in the Apogee account that uses this email address. Sign in, confirm your email address and see the details in the security log in Settings:\n${link}/settings\n\nIf you did not register at Apogee, ignore this email.`,
    }),
    ms: () => ({
      subject: 'Keselamatan: perubahan pada akaun Apogee anda',
      body: `Helo\n\nTetapan pembayaran atau peranan telah berubah dalam akaun Apogee yang menggunakan alamat e-mel ini. Log masuk, sahkan alamat e-mel anda dan lihat butirannya dalam log keselamatan di Tetapan:\n${link}/settings\n\nJika anda tidak mendaftar di Apogee, abaikan e-mel ini.`,
    }),
  })
}

function actorOf(language: Language, { actorId, actorName }: SecurityMailFacts): string | null {
  if (actorId === null) return null
  if (actorName !== null) return given(actorName)
  return anUnnamedUser[language]
}

interface Sentence {
  subject: string
  sentence: string
}

type Writer = (language: Language, details: SecurityDetails, subject: string) => Sentence

type Sentences = Record<Language, (details: SecurityDetails, subject: string) => Sentence>

const byLanguage =
  (texts: Sentences): Writer =>
  (language, details, subject) =>
    texts[language](details, subject)

const sentences: Record<SecurityMailFacts['change'], Writer> = {
  'chip.changed': byLanguage({
    en: ({ brandId, secretEndsWith }) => ({
      subject: 'the CHIP account was changed',
      sentence: `The CHIP account that receives your payments was changed. Brand ID: ${given(brandId)}. The secret key ends with: ${secretEndsWith ? given(secretEndsWith) : '(short)'}.`,
    }),
    ms: ({ brandId, secretEndsWith }) => ({
      subject: 'akaun CHIP telah ditukar',
      sentence: `Akaun CHIP yang menerima bayaran anda telah ditukar. ID jenama: ${given(brandId)}. Kunci rahsia berakhir dengan: ${secretEndsWith ? given(secretEndsWith) : '(pendek)'}.`,
    }),
  }),
  'bank.changed': byLanguage({
    en: ({ bankName, accountEndsWith }) => ({
      subject: 'the bank account was changed',
      sentence: `The bank account on your invoices was changed: ${given(bankName)}, account ending with ${given(accountEndsWith)}.`,
    }),
    ms: ({ bankName, accountEndsWith }) => ({
      subject: 'akaun bank telah ditukar',
      sentence: `Akaun bank pada invois anda telah ditukar: ${given(bankName)}, nombor akaun berakhir dengan ${given(accountEndsWith)}.`,
    }),
  }),
  'payoutBank.changed': byLanguage({
    en: ({ bankName, accountEndsWith }) => ({
      subject: 'the bank account for payouts was changed',
      sentence: `The bank account for your payouts was changed: ${given(bankName)}, account ending with ${given(accountEndsWith)}.`,
    }),
    ms: ({ bankName, accountEndsWith }) => ({
      subject: 'akaun bank untuk bayaran keluar telah ditukar',
      sentence: `Akaun bank untuk bayaran keluar anda telah ditukar: ${given(bankName)}, nombor akaun berakhir dengan ${given(accountEndsWith)}.`,
    }),
  }),
  'fee.changed': byLanguage({
    en: ({ beforeBasisPoints, feeBasisPoints }) => ({
      subject: 'the platform fee was changed',
      sentence: `The platform fee on your sales was changed from ${percent(beforeBasisPoints)} to ${percent(feeBasisPoints)}. Earlier sales keep their fee.`,
    }),
    ms: ({ beforeBasisPoints, feeBasisPoints }) => ({
      subject: 'yuran platform telah diubah',
      sentence: `Yuran platform bagi jualan anda telah diubah daripada ${percent(beforeBasisPoints)} kepada ${percent(feeBasisPoints)}. Jualan terdahulu mengekalkan yurannya.`,
    }),
  }),
  'transfer.recorded': byLanguage({
    en: ({ kind, cents, reference }) => ({
      subject: kind === 'payout' ? 'a payout was recorded' : 'a payment to Apogee was recorded',
      sentence: `${kind === 'payout' ? 'A payout to you' : 'A payment from you to Apogee'} was recorded: ${ringgit(cents)}, reference ${given(reference)}.`,
    }),
    ms: ({ kind, cents, reference }) => ({
      subject: kind === 'payout' ? 'pembayaran kepada anda direkodkan' : 'bayaran kepada Apogee direkodkan',
      sentence: `${kind === 'payout' ? 'Pembayaran kepada anda' : 'Bayaran anda kepada Apogee'} telah direkodkan: ${ringgit(cents)}, rujukan ${given(reference)}.`,
    }),
  }),
  'transfer.reversed': byLanguage({
    en: ({ cents, reference, reason }) => ({
      subject: 'a recorded transfer was reversed',
      sentence: `A transfer in your ledger was reversed: ${ringgit(cents)}, reference ${given(reference)}. Reason: ${given(reason, longestReason)}.`,
    }),
    ms: ({ cents, reference, reason }) => ({
      subject: 'rekod pindahan telah ditarik balik',
      sentence: `Satu pindahan dalam lejar anda telah ditarik balik: ${ringgit(cents)}, rujukan ${given(reference)}. Sebab: ${given(reason, longestReason)}.`,
    }),
  }),
  'refund.approved': byLanguage({
    en: (details) => ({
      subject: 'a refund above your balance was approved',
      sentence: `A refund that your balance at Apogee did not cover was approved and goes to the buyer: ${refundFacts(details)}. Your balance may be below zero until your next sales. Reason: ${given(details['reason'], longestReason)}.`,
    }),
    ms: (details) => ({
      subject: 'bayaran balik melebihi baki anda telah diluluskan',
      sentence: `Bayaran balik yang tidak dapat ditampung oleh baki anda di Apogee telah diluluskan dan akan dipulangkan kepada pembeli: ${refundFacts(details)}. Baki anda mungkin negatif sehingga jualan anda yang seterusnya. Sebab: ${given(details['reason'], longestReason)}.`,
    }),
  }),
  'refund.declined': byLanguage({
    en: (details) => ({
      subject: 'a refund above your balance was declined',
      sentence: `A refund that your balance at Apogee does not cover was declined, and the buyer keeps the course: ${refundFacts(details)}. Reason: ${given(details['reason'], longestReason)}.`,
    }),
    ms: (details) => ({
      subject: 'bayaran balik melebihi baki anda telah ditolak',
      sentence: `Bayaran balik yang tidak dapat ditampung oleh baki anda di Apogee telah ditolak, dan pembeli mengekalkan kursus itu: ${refundFacts(details)}. Sebab: ${given(details['reason'], longestReason)}.`,
    }),
  }),
  'role.changed': byLanguage({
    en: ({ before, role }, subject) => ({
      subject: 'a role was changed',
      sentence: `The role of ${subject} was changed from ${roleName('en', before)} to ${roleName('en', role)}.`,
    }),
    ms: ({ before, role }, subject) => ({
      subject: 'satu peranan telah ditukar',
      sentence: `Peranan ${subject} telah ditukar daripada ${roleName('ms', before)} kepada ${roleName('ms', role)}.`,
    }),
  }),
  'member.deleted': byLanguage({
    en: ({ role }) => ({
      subject: 'an account was deleted',
      sentence: `The account of someone with the role of ${roleName('en', role)} was deleted.`,
    }),
    ms: ({ role }) => ({
      subject: 'satu akaun telah dipadam',
      sentence: `Akaun seseorang dengan peranan ${roleName('ms', role)} telah dipadam.`,
    }),
  }),
  'invitation.sent': byLanguage({
    en: ({ email, role }) => ({
      subject: 'someone was invited',
      sentence: `${given(email)} was invited as ${roleName('en', role)}.`,
    }),
    ms: ({ email, role }) => ({
      subject: 'seseorang telah dijemput',
      sentence: `${given(email)} telah dijemput sebagai ${roleName('ms', role)}.`,
    }),
  }),
}

type Detail = SecurityDetails[string] | undefined

const percent = (basisPoints: Detail) => `${Number(basisPoints ?? 0) / 100}%`
const given = (text: Detail, most = longest) => quotedText(String(text ?? ''), most)
const refundFacts = ({ cents, courses }: SecurityDetails) =>
  `${ringgit(cents)}, ${given(courses, longestReason)}`
const ringgit = (cents: Detail) => formatPlainRinggit(Number(cents ?? 0))

const roleNames: Record<Language, Record<string, string>> = {
  en: { student: 'student', instructor: 'instructor', admin: 'admin', superadmin: 'superadmin' },
  ms: { student: 'pelajar', instructor: 'pengajar', admin: 'pentadbir', superadmin: 'pentadbir utama' },
}
const roleName = (language: Language, role: Detail) => roleNames[language][String(role)] ?? given(role)

const timeInWords = (at: Date, language: Language): string =>
  new Intl.DateTimeFormat(paperLocales[language], {
    timeZone: malaysiaTimeZone,
    dateStyle: 'long',
    timeStyle: 'short',
  }).format(at)
