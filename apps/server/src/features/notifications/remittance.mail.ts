/** Mail to a seller's admins about a recorded payout; to an unverified address without user input. */
import { paperLocales, type Language } from '@apogee/domain/languages.ts'
import { formatRinggit } from '@apogee/domain/money.ts'
import type { SecurityDetails, SecurityKind } from '@apogee/contracts/accounts/security.ts'
import { greetingOf, mailIn, quotedText, type MailText } from '#server/platform/mail-text.ts'

const longest = 120

export const isPayout = ({ change, details }: { change: SecurityKind; details: SecurityDetails }): boolean =>
  change === 'transfer.recorded' && details['kind'] === 'payout'

export function remittanceMail(
  language: Language,
  facts: {
    name: string | null
    isProven: boolean
    businessName: string | null
    details: SecurityDetails
    link: string
  },
): MailText {
  const { details, isProven, link } = facts
  const amount = formatRinggit(Number(details['cents']))
  const reference = isProven ? quotedText(String(details['reference']), longest) : null
  const day = dayInWords(String(details['paidOn']), language)
  const to = accountOf(details, isProven)
  const hello = greetingOf(language, facts)
  const receiver = isProven && facts.businessName ? quotedText(facts.businessName, longest) : null
  return mailIn(language, {
    en: () => ({
      subject: `Payout from Apogee: ${amount}`,
      body: [
        hello,
        `Apogee has transferred ${amount} to ${receiver ?? 'you'}.`,
        `Amount: ${amount}\nDate: ${day}${reference === null ? '' : `\nReference: ${reference}`}\nTo account: ${to ?? 'no bank details entered in Settings yet'}`,
        `Your statement:\n${link}/admin/ledger`,
        `If the money does not arrive or this account is not yours, check your bank details and contact us:\n${link}/settings`,
      ].join('\n\n'),
    }),
    ms: () => ({
      subject: `Bayaran keluar daripada Apogee: ${amount}`,
      body: [
        hello,
        `Apogee telah memindahkan ${amount} kepada ${receiver ?? 'anda'}.`,
        `Jumlah: ${amount}\nTarikh: ${day}${reference === null ? '' : `\nRujukan: ${reference}`}\nKe akaun: ${to ?? 'butiran bank belum dimasukkan dalam Tetapan'}`,
        `Penyata anda:\n${link}/admin/ledger`,
        `Jika wang ini tidak anda terima atau akaun ini bukan milik anda, semak butiran bank anda dan hubungi kami:\n${link}/settings`,
      ].join('\n\n'),
    }),
  })
}

function accountOf({ bankName, accountEndsWith }: SecurityDetails, isProven: boolean): string | undefined {
  if (typeof bankName !== 'string' || typeof accountEndsWith !== 'string') return undefined
  const end = `••••${quotedText(accountEndsWith, 4)}`
  return isProven ? `${quotedText(bankName, longest)} ${end}` : end
}

/** A calendar day, 'yyyy-MM-dd', has no time zone. */
const dayInWords = (day: string, language: Language): string =>
  new Intl.DateTimeFormat(paperLocales[language], {
    timeZone: 'UTC',
    dateStyle: 'long',
  }).format(new Date(`${day}T00:00:00Z`))
