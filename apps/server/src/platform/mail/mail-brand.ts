/** Describes how the mails of a seller look. */
import { quotedText } from './mail-text.ts'

export interface MailBrand {
  /** `#` and six hexadecimal digits. Null means the platform's colour. */
  colour: string | null
  /** '' means that the mail comes from the platform. */
  senderName: string
  /** '' means no footer. */
  footer: string
  /** This address of the seller is verified. Null means that nobody can answer the mail. */
  replyTo: string | null
}

const longestFooter = 160

/** Returns the footer as one line without links, or ''. */
export const footerOf = ({ footer }: Pick<MailBrand, 'footer'>): string =>
  footer === '' ? '' : quotedText(footer, longestFooter)
