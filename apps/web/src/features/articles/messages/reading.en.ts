import { defineMessages } from '#web/platform/messages.ts'

export const readingMessages = defineMessages('reading', {
  onThisPage: 'On this page',
  since: (date: string) => `In force since ${date}`,
  textFailed: 'This text could not be loaded',
  textFailedHint: 'The connection may be gone. Check it and try again.',
  aboutTitle: 'About Apogee',
  aboutDescription:
    'Why Apogee exists, what it believes about learning and teaching, and how young it still is.',
  roadmapTitle: 'Roadmap',
  roadmapDescription: 'What works on Apogee today, what is being built next, and what is not planned.',
  careersTitle: 'Careers',
  careersDescription: 'Whether there is work at Apogee, said as it is.',
  termsTitle: 'Terms of Service',
  termsDescription: 'The rules between you and Apogee: accounts, buying, money back, publishing.',
  privacyTitle: 'Privacy Policy',
  privacyDescription:
    'What Apogee keeps about you, why and how long, and what you may ask of it under Malaysian law.',
  cookiesTitle: 'Cookies and local storage',
  cookiesDescription: 'The cookies and local storage keys Apogee uses, one by one.',
  pricingTitle: 'Pricing',
  pricingDescription:
    'Plans for people who teach, and what learners pay: one price, the seller’s money-back promise, lifetime access.',
  testimonialsTitle: 'Testimonials',
  testimonialsDescription: 'Stories of learners and teachers: none yet, and how to send yours.',
  contactTitle: 'Contact',
  contactDescription: 'Write to the people who run Apogee.',
  supportTitle: 'Contact support',
  supportDescription:
    'Something does not work, or a payment hangs: quick answers, and a form that people read.',
  partnersTitle: 'Partners',
  partnersDescription: 'What businesses and people who publish courses on Apogee get, and how to begin.',
  blogTitle: 'Blog',
  blogDescription: 'Practical notes for people who teach online and people who learn there.',
  blogLead:
    'Practical notes for people who teach online and people who learn there. Few, and meant to be used.',
  feed: 'New articles as a feed (Atom)',
  allArticles: 'All articles',
  readingTime: (minutes: number) => `${minutes} min read`,
  readNext: 'Read next',
  forTeachers: 'For teachers',
  forLearners: 'For learners',
  articleMissing: 'There is no such article',
  articleMissingHint: 'It may have been renamed. All of them are on one page.',
  priceTitle: 'How to price your first course',
  priceSummary:
    'A number in an hour, and a better one in a month: a sentence, three alternatives, a shelf, five talks.',
  finishTitle: 'How to finish the course you started',
  finishSummary: 'Seven small things that help more than willpower, and when it is right to stop.',
  pageTitle: 'A course page that answers',
  pageSummary: 'What somebody in a queue wants to know from your page, in the order they ask it.',
  booksTitle: 'Bookkeeping from the first sale',
  booksSummary:
    'An account apart, four columns, three amounts: an hour of order before the first course sells.',
  piecesTitle: 'Learning in small pieces',
  piecesSummary: 'What to do with five, fifteen and twenty-five minutes, so that they add up.',
  phoneTitle: 'A good lesson, recorded on a phone',
  phoneSummary:
    'Sound, length and the first ten seconds matter more than the picture. A checklist in that order.',
})
