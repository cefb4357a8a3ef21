/** What a seller's admins are written once a payout to them is recorded. */
import type { SecurityDetails, SecurityKind } from '@apogee/contracts/security.ts'
import { quotedText } from '../../platform/mail-text.ts'
import { ringgit } from './sale-mails.rules.ts'

type Language = 'en' | 'ms'

const longest = 120

export const isPayout = ({ change, details }: { change: SecurityKind; details: SecurityDetails }): boolean =>
  change === 'transfer.recorded' && details['kind'] === 'payout'

export function remittanceMail(
  language: Language,
  facts: { name: string | null; businessName: string | null; details: SecurityDetails; link: string },
): { subject: string; body: string } {
  const { details, link } = facts
  const amount = ringgit(Number(details['cents']))
  const reference = quotedText(String(details['reference']), longest)
  const day = dayInWords(String(details['paidOn']), language)
  const to = accountOf(details)
  const greeted = facts.name ? ` ${quotedText(facts.name, longest)}` : ''
  const receiver = facts.businessName && quotedText(facts.businessName, longest)
  if (language === 'ms') {
    return {
      subject: `Bayaran keluar daripada Apogee: ${amount}`,
      body: [
        `Helo${greeted}`,
        `Apogee telah memindahkan ${amount} kepada ${receiver ?? 'anda'}.`,
        `Jumlah: ${amount}\nTarikh: ${day}\nRujukan: ${reference}\nKe akaun: ${to ?? 'butiran bank belum dimasukkan dalam Tetapan'}`,
        `Penyata anda:\n${link}/admin/ledger`,
        `Jika wang ini tidak anda terima atau akaun ini bukan milik anda, semak butiran bank anda dan hubungi kami:\n${link}/settings`,
      ].join('\n\n'),
    }
  }
  return {
    subject: `Payout from Apogee: ${amount}`,
    body: [
      `Hello${greeted}`,
      `Apogee has transferred ${amount} to ${receiver ?? 'you'}.`,
      `Amount: ${amount}\nDate: ${day}\nReference: ${reference}\nTo account: ${to ?? 'no bank details entered in Settings yet'}`,
      `Your statement:\n${link}/admin/ledger`,
      `If the money does not arrive or this account is not yours, check your bank details and contact us:\n${link}/settings`,
    ].join('\n\n'),
  }
}

function accountOf({ bankName, accountEndsWith }: SecurityDetails): string | undefined {
  if (typeof bankName !== 'string' || typeof accountEndsWith !== 'string') return undefined
  return `${quotedText(bankName, longest)} ••••${accountEndsWith}`
}

/** A calendar day, 'yyyy-MM-dd', has no time zone. */
const dayInWords = (day: string, language: Language): string =>
  new Intl.DateTimeFormat(language === 'ms' ? 'ms-MY' : 'en-GB', {
    timeZone: 'UTC',
    dateStyle: 'long',
  }).format(new Date(`${day}T00:00:00Z`))
