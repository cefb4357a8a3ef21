import { defineMessages } from '#web/platform/language/messages.ts'

export const shareMessages = defineMessages('shareCourse', {
  title: (course: string) => `Share ${course}`,
  isPrivate: 'This course is private: only people who are enrolled can open the link.',
  code: 'Discount code',
  withoutCode: 'No code',
  noCodes: 'There is no active code for this course. Codes are made under Coupons.',
  noCodesForAll: 'There is no active code for all your courses. Codes are made under Coupons.',
  source: 'Where you share it',
  sourceHint: 'One word, such as instagram or newsletter. The figures show what came of it.',
  link: 'Link',
  copyLink: 'Copy link',
  linkCopied: 'The link was copied.',
  message: 'Text',
  words: (course: string) => `Have a look at this course: ${course}`,
  wordsWithCode: (course: string, code: string) =>
    `Have a look at this course: ${course}. The code ${code} makes it cheaper.`,
  schoolWords: (school: string) => `Have a look at the courses of ${school}`,
  schoolWithCode: (school: string, code: string) =>
    `Have a look at the courses of ${school}. The code ${code} makes them cheaper.`,
  copyText: 'Copy text and link',
  textCopied: 'The text and the link were copied.',
  copied: 'Copied',
  copyFailed: 'The browser refused to copy. Please select the text and copy it yourself.',
  qrAlt: 'QR code of the link',
  qrHint: 'For posters and slides: the code leads to the same link.',
  savePng: 'Save as PNG',
  saveSvg: 'Save as SVG',
  figures: 'What came of each source',
})
