/** Contains the mails about requested refunds. */
import type { MailText } from '../mail-text.ts'

interface RefundRequestFacts {
  /** This is null when the mail may not contain other people's text. The page at `link` then shows it. */
  typed: { courses: string; why: string } | null
  link: string
}

export const sales = {
  refundRequest: ({ typed, link }: RefundRequestFacts): MailText => {
    const wish = 'A buyer requests a refund'
    const about = typed ? `${wish} for ${typed.courses}.\n\nTheir reason:\n${typed.why}` : `${wish}.`
    return {
      subject: 'A buyer requests a refund',
      body: `Hello\n\n${about}\n\nRefund or decline it here:\n${link}`,
    }
  },

  refundDeclined: ({ typed, link }: RefundRequestFacts): MailText => {
    const about = typed
      ? `The seller declined to refund ${typed.courses}.\n\nTheir reason:\n${typed.why}`
      : 'The seller declined to refund your purchase. Their reason is on the purchase page.'
    return {
      subject: 'Your refund request was declined',
      body: `Hello\n\n${about}\n\nYou keep the course. If you disagree, write to us and mention this purchase. See the purchase:\n${link}`,
    }
  },
}
