/** What the admins of a seller are written when somebody changes who is paid or who may what: who, what, when, what to do. */
import type { SecurityDetails, SecurityKind } from '@apogee/contracts/security.ts'
import { quotedText } from '../../platform/mail-text.ts'

type Language = 'en' | 'ms'

export interface SecurityMailFacts {
  /** Good news has a mail of its own. */
  change: Exclude<SecurityKind, 'seller.approved'>
  at: Date
  /** Of whom it is written to. */
  name: string | null
  actorName: string | null
  businessName: string | null
  subjectName: string | null
  details: SecurityDetails
  /** The origin of the site. */
  link: string
}

export function securityMail(
  language: Language,
  { change, at, name, actorName, businessName, subjectName, details, link }: SecurityMailFacts,
): { subject: string; body: string } {
  const isMalay = language === 'ms'
  const what = sentences[change](language, details, subjectName ?? (isMalay ? 'seorang ahli' : 'a member'))
  const when = timeInWords(at, language)
  const whose = businessName ?? 'Apogee'
  if (isMalay) {
    return {
      subject: `Keselamatan: ${what.subject}`,
      body: [
        `Helo ${name ?? ''}`,
        `${what.sentence}\n\nOleh: ${actorName ?? 'pengguna tanpa nama'}\nBila: ${when} (waktu Kuala Lumpur)\nUntuk: ${whose}`,
        `Jika anda mengetahui perubahan ini, anda tidak perlu berbuat apa-apa.\n\nJika tidak: tukar kata laluan anda dan log keluar peranti lain di sini, kemudian semak log keselamatan dan beritahu pentadbir anda yang lain.\n${link}/settings`,
      ].join('\n\n'),
    }
  }
  return {
    subject: `Security: ${what.subject}`,
    body: [
      `Hello ${name ?? ''}`,
      `${what.sentence}\n\nBy: ${actorName ?? 'somebody without a name'}\nWhen: ${when} (Kuala Lumpur time)\nFor: ${whose}`,
      `If you know about this change, there is nothing to do.\n\nIf you do not: change your password and sign out other devices here, then check the security log and tell your other admins.\n${link}/settings`,
    ].join('\n\n'),
  }
}

interface Sentence {
  subject: string
  sentence: string
}

type Writer = (language: Language, details: SecurityDetails, subject: string) => Sentence

const byLanguage =
  (english: (details: SecurityDetails, subject: string) => Sentence, malay: typeof english): Writer =>
  (language, details, subject) =>
    language === 'ms' ? malay(details, subject) : english(details, subject)

const sentences: Record<SecurityMailFacts['change'], Writer> = {
  'chip.changed': byLanguage(
    ({ brandId, secretEndsWith }) => ({
      subject: 'the CHIP account was changed',
      sentence: `The CHIP account that receives your payments was changed. Brand ID: ${brandId}. The secret key ends with: ${secretEndsWith || '(short)'}.`,
    }),
    ({ brandId, secretEndsWith }) => ({
      subject: 'akaun CHIP telah ditukar',
      sentence: `Akaun CHIP yang menerima bayaran anda telah ditukar. ID jenama: ${brandId}. Kunci rahsia berakhir dengan: ${secretEndsWith || '(pendek)'}.`,
    }),
  ),
  'bank.changed': byLanguage(
    ({ bankName, accountEndsWith }) => ({
      subject: 'the bank account was changed',
      sentence: `The bank account on your invoices was changed: ${bankName}, account ending with ${accountEndsWith}.`,
    }),
    ({ bankName, accountEndsWith }) => ({
      subject: 'akaun bank telah ditukar',
      sentence: `Akaun bank pada invois anda telah ditukar: ${bankName}, nombor akaun berakhir dengan ${accountEndsWith}.`,
    }),
  ),
  'payoutBank.changed': byLanguage(
    ({ bankName, accountEndsWith }) => ({
      subject: 'the bank account for payouts was changed',
      sentence: `The bank account that Apogee pays you out to was changed: ${quotedText(String(bankName), 120)}, account ending with ${accountEndsWith}.`,
    }),
    ({ bankName, accountEndsWith }) => ({
      subject: 'akaun bank untuk bayaran keluar telah ditukar',
      sentence: `Akaun bank yang menerima bayaran keluar daripada Apogee telah ditukar: ${quotedText(String(bankName), 120)}, nombor akaun berakhir dengan ${accountEndsWith}.`,
    }),
  ),
  'fee.changed': byLanguage(
    ({ beforeBasisPoints, feeBasisPoints }) => ({
      subject: 'the platform fee was changed',
      sentence: `The platform fee on your sales was changed from ${percent(beforeBasisPoints)} to ${percent(feeBasisPoints)}. Sales made before keep their fee.`,
    }),
    ({ beforeBasisPoints, feeBasisPoints }) => ({
      subject: 'yuran platform telah diubah',
      sentence: `Yuran platform bagi jualan anda telah diubah daripada ${percent(beforeBasisPoints)} kepada ${percent(feeBasisPoints)}. Jualan terdahulu mengekalkan yurannya.`,
    }),
  ),
  'transfer.recorded': byLanguage(
    ({ kind, cents, reference }) => ({
      subject: kind === 'payout' ? 'a payout was recorded' : 'a payment to Apogee was recorded',
      sentence: `${kind === 'payout' ? 'A payout to you' : 'A payment from you to Apogee'} was recorded: ${ringgit(cents)}, reference ${reference}.`,
    }),
    ({ kind, cents, reference }) => ({
      subject: kind === 'payout' ? 'pembayaran kepada anda direkodkan' : 'bayaran kepada Apogee direkodkan',
      sentence: `${kind === 'payout' ? 'Pembayaran kepada anda' : 'Bayaran anda kepada Apogee'} telah direkodkan: ${ringgit(cents)}, rujukan ${reference}.`,
    }),
  ),
  'transfer.reversed': byLanguage(
    ({ cents, reference, reason }) => ({
      subject: 'a recorded transfer was taken back',
      sentence: `A transfer in your ledger was taken back: ${ringgit(cents)}, reference ${reference}. Reason: ${reason}.`,
    }),
    ({ cents, reference, reason }) => ({
      subject: 'rekod pindahan telah ditarik balik',
      sentence: `Satu pindahan dalam lejar anda telah ditarik balik: ${ringgit(cents)}, rujukan ${reference}. Sebab: ${reason}.`,
    }),
  ),
  'refund.approved': byLanguage(
    (details) => ({
      subject: 'a refund beyond your balance was approved',
      sentence: `A refund that your balance at Apogee did not cover was approved and goes to the buyer: ${refundFacts(details)}. Your balance may be below zero until your next sales. Reason: ${given(details['reason'])}.`,
    }),
    (details) => ({
      subject: 'bayaran balik melebihi baki anda telah diluluskan',
      sentence: `Bayaran balik yang tidak dapat ditampung oleh baki anda di Apogee telah diluluskan dan akan dipulangkan kepada pembeli: ${refundFacts(details)}. Baki anda mungkin negatif sehingga jualan anda yang seterusnya. Sebab: ${given(details['reason'])}.`,
    }),
  ),
  'refund.declined': byLanguage(
    (details) => ({
      subject: 'a refund beyond your balance was declined',
      sentence: `A refund that your balance at Apogee does not cover was declined, and the buyer keeps the course: ${refundFacts(details)}. Reason: ${given(details['reason'])}.`,
    }),
    (details) => ({
      subject: 'bayaran balik melebihi baki anda telah ditolak',
      sentence: `Bayaran balik yang tidak dapat ditampung oleh baki anda di Apogee telah ditolak, dan pembeli mengekalkan kursus itu: ${refundFacts(details)}. Sebab: ${given(details['reason'])}.`,
    }),
  ),
  'role.changed': byLanguage(
    ({ before, role }, subject) => ({
      subject: 'a role was changed',
      sentence: `The role of ${subject} was changed from ${before} to ${role}.`,
    }),
    ({ before, role }, subject) => ({
      subject: 'satu peranan telah ditukar',
      sentence: `Peranan ${subject} telah ditukar daripada ${malayRole(before)} kepada ${malayRole(role)}.`,
    }),
  ),
  'member.deleted': byLanguage(
    ({ role }) => ({
      subject: 'an account was deleted',
      sentence: `The account of somebody with the role ${role} was deleted.`,
    }),
    ({ role }) => ({
      subject: 'satu akaun telah dipadamkan',
      sentence: `Akaun seseorang dengan peranan ${malayRole(role)} telah dipadamkan.`,
    }),
  ),
  'invitation.sent': byLanguage(
    ({ email, role }) => ({
      subject: 'somebody was invited',
      sentence: `${email} was invited as ${role}.`,
    }),
    ({ email, role }) => ({
      subject: 'seseorang telah dijemput',
      sentence: `${email} telah dijemput sebagai ${malayRole(role)}.`,
    }),
  ),
}

type Detail = SecurityDetails[string] | undefined

const percent = (basisPoints: Detail) => `${Number(basisPoints ?? 0) / 100} %`
const given = (text: Detail) => quotedText(String(text ?? ''), 300)
const refundFacts = ({ cents, courses }: SecurityDetails) => `${ringgit(cents)}, ${given(courses)}`
const ringgit = (cents: Detail) => `RM ${(Number(cents ?? 0) / 100).toFixed(2)}`
const malayRoles: Record<string, string> = {
  student: 'pelajar',
  instructor: 'pengajar',
  admin: 'pentadbir',
  superadmin: 'pentadbir utama',
}
const malayRole = (role: Detail) => malayRoles[String(role)] ?? String(role)

const timeInWords = (at: Date, language: Language): string =>
  new Intl.DateTimeFormat(language === 'ms' ? 'ms-MY' : 'en-GB', {
    timeZone: 'Asia/Kuala_Lumpur',
    dateStyle: 'long',
    timeStyle: 'short',
  }).format(at)
