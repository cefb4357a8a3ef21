/** Contains the mail and the card of a gift. */
import type { MailText } from '../mail-text.ts'

interface GiftFacts {
  hello: string
  from: string
  /** This is a title on each line. */
  courses: string
  /** An empty text means that there is no message. */
  message: string
  link: string
  code: string
}

const somebody = 'somebody'

export const gifts = {
  mail: ({ hello, from, courses, message, link, code }: GiftFacts): MailText => ({
    subject: `A gift for you from ${from}`,
    body: `${hello}\n\n${from === somebody ? 'Somebody' : from} has given you these courses on Apogee:\n${courses}${message === '' ? '' : `\n\n${message}`}\n\nOpen your gift:\n${link}\n\nYou can also enter this code on Apogee: ${code}\n\nThe gift can be taken once. If you did not expect it, ignore this email: nothing happens.`,
  }),
  somebody,
  more: (count: number) => (count === 1 ? 'and one more course' : `and ${count} more courses`),
  cardTitle: 'Gift card',
  cardHeading: (name: string) => (name === '' ? 'A gift for you' : `A gift for ${name}`),
  cardFrom: (name: string) => `From ${name}`,
  cardCode: 'Your code',
  cardWay: 'Scan this, or enter the code at',
  cardQr: 'QR code that opens the gift',
}
