/** Contains the mail and the card of a gift. */
import type { MailText } from '../mail-text.ts'

interface GiftFacts {
  hello: string
  from: string
  /** This is a title on each line. */
  courses: string
  count: number
  /** An empty text means that there is no message. */
  message: string
  link: string
  code: string
  /** This is the address at which the code is entered. */
  page: string
}

const somebody = 'somebody'

export const gifts = {
  mail: ({ hello, from, courses, count, message, link, code, page }: GiftFacts): MailText => ({
    subject: `A gift for you from ${from}`,
    body: [
      `${hello}`,
      `${from === somebody ? 'Somebody' : from} has given you ${count === 1 ? 'a course' : `${count} courses`} on Apogee:\n${courses}${message === '' ? '' : `\n\n${message}`}`,
      `Open your gift:\n${link}`,
      `Or enter the code ${code} at ${page}`,
      `The gift can be taken once. If you did not expect it, ignore this email: nothing happens.`,
    ].join('\n\n'),
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
