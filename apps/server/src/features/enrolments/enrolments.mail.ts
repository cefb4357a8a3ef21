/** Mails to people who are given a course. Titles and names were chosen by others: quoted, short, no links. */
import type { Language } from '@apogee/domain/languages.ts'
import { mailIn, quotedText, type MailText } from '#server/platform/mail-text.ts'

interface GivenCourse {
  /** Name for the greeting; '' when none is usable. */
  name: string
  courseTitle: string
  sellerName: string
  link: string
}

const longestTitle = 80
const longestName = 60

const quotedCourse = ({ name, courseTitle, sellerName, link }: GivenCourse) => ({
  title: quotedText(courseTitle, longestTitle),
  seller: quotedText(sellerName, longestName),
  greeted: name === '' ? '' : ` ${quotedText(name, longestName)}`,
  link,
})

/** To a member of the seller's own team, who is enrolled already. */
export function givenCourseMail(language: Language, course: GivenCourse): MailText {
  const { title, seller, greeted, link } = quotedCourse(course)
  return mailIn(language, {
    en: () => ({
      subject: `You are enrolled in "${title}"`,
      body: `Hello${greeted}\n\n${seller} has enrolled you in the course “${title}” on Apogee.\n\nOpen the course:\n${link}`,
    }),
    ms: () => ({
      subject: `Anda telah didaftarkan dalam kursus "${title}"`,
      body: `Helo${greeted}\n\n${seller} telah mendaftarkan anda dalam kursus “${title}” di Apogee.\n\nBuka kursus:\n${link}`,
    }),
  })
}

/** To everybody else: nothing happens unless they accept. */
export function courseInvitationMail(language: Language, course: GivenCourse): MailText {
  const { title, seller, greeted, link } = quotedCourse(course)
  return mailIn(language, {
    en: () => ({
      subject: `Invitation to the course "${title}"`,
      body: `Hello${greeted}\n\n${seller} invites you to the course “${title}” on Apogee.\n\nSee the invitation:\n${link}\n\nRegister or sign in with this email address to accept it. If you did not expect it, ignore this email: nothing happens.`,
    }),
    ms: () => ({
      subject: `Jemputan ke kursus "${title}"`,
      body: `Helo${greeted}\n\n${seller} menjemput anda ke kursus “${title}” di Apogee.\n\nLihat jemputan:\n${link}\n\nDaftar atau log masuk dengan alamat e-mel ini untuk menerimanya. Jika anda tidak menjangkakannya, abaikan e-mel ini: tiada apa-apa berlaku.`,
    }),
  })
}
