/** What Apogee writes to people about their accounts, in their language. */

interface MailText {
  subject: string
  body: string
}

export function verificationMail(
  language: 'en' | 'ms',
  { name, link }: { name: string | null; link: string },
): MailText {
  if (language === 'ms') {
    return {
      subject: 'Sahkan alamat e-mel anda',
      body: `Helo ${name ?? ''}\n\nSahkan bahawa alamat e-mel ini milik anda:\n${link}\n\nPautan ini sah selama 3 hari. Jika anda tidak mendaftar di Apogee, abaikan e-mel ini.`,
    }
  }
  return {
    subject: 'Confirm your email address',
    body: `Hello ${name ?? ''}\n\nConfirm that this email address is yours:\n${link}\n\nThe link works for 3 days. If you did not register at Apogee, ignore this email.`,
  }
}
