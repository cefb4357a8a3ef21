import { defineMessages } from '#web/platform/language/messages.ts'
import { counted } from '#web/platform/language/numbers.ts'

/** Contains the texts of a certificate's page beside the certificate. */
export const certificateMessages = defineMessages('certificate', {
  valid: 'This certificate is valid',
  validHint: (name: string, course: string, seller: string) =>
    `Apogee confirms that ${name} has completed the course “${course}”, offered by ${seller}.`,
  instructor: 'Instructor',
  length: 'Length',
  ofVideo: (length: string) => `${length} of video`,
  signedBy: 'Signed by',
  signatureOf: (name: string) => `Signature of ${name}`,
  downloadPdf: 'Download PDF',
  share: 'Share',
  onlyYou: 'Only you can see this certificate. For everybody else, its address is unknown.',
  whatItTook: 'What it took',
  taken: (modules: number, lessons: number, quizzes: number) =>
    `${counted(modules, 'module', 'modules')}: ${[
      lessons > 0 ? counted(lessons, 'lesson', 'lessons') : '',
      quizzes > 0 ? counted(quizzes, 'quiz', 'quizzes') : '',
    ]
      .filter(Boolean)
      .join(' and ')}.`,
  watched: (percent: number) => `At least ${percent}% of each video was watched.`,
  passed: (percent: number) => `Each quiz was passed with ${percent}% or more.`,
  howToCheck: 'How to check this certificate',
  issuedBy: (seller: string, date: string) => `${seller} issued it on ${date}, through Apogee.`,
  checkAddress: (host: string, id: string) =>
    `It is genuine if the site in your browser’s address line is exactly ${host} and the address ends with the certificate ID, ${id}. A certificate that was withdrawn or replaced says so here.`,
  shareFailed: 'The link could not be shared. Copy it instead.',
  addToLinkedIn: 'Add to LinkedIn profile',
  newTab: '(opens in a new tab)',
  replaced: 'This certificate was replaced',
  replacedHint: 'The name on it was changed. The newer certificate has another address; please ask for it.',
  openNewer: 'Open the newer certificate',
  otherName: (name: string) =>
    `Your name is ${name} today. The people of the course can reissue the certificate with it.`,
  previewText: (seller: string) =>
    `A course on Apogee, offered by ${seller}. Open the link to verify the certificate.`,
})
