import { defineMessages } from '#web/platform/language/messages.ts'
import { counted, figure } from '#web/platform/language/numbers.ts'

export const sourcesMessages = defineMessages('sources', {
  title: 'Where buyers come from',
  lead: 'Visitors of your sales pages, and what became of them. An order belongs to the source of the buyer’s first visit within 30 days.',
  loadFailed: 'The sources could not be loaded',
  range: 'Days of the sources',
  days: (days: number) => `Last ${days} days`,
  course: 'Course',
  allCourses: 'All courses',
  newestOnly: 'The 100 newest. Each course also shows its sources on its own page of figures.',
  download: 'Download sources',
  downloading: 'Preparing…',
  downloaded: 'Your download has started.',
  downloadFailed: 'The sources could not be downloaded. Please try again.',

  source: 'Source',
  visitors: 'Visitors',
  carts: 'In the cart',
  checkouts: 'Began paying',
  orders: 'Orders',
  enrolments: 'Enrolled free',
  rate: 'Conversion',
  total: 'All sources',
  chart: 'Visitors and buyers by source',
  buyersOf: 'The strong part of a bar bought or enrolled.',
  told: (source: string, visitors: number, sold: number, rate: string | null) =>
    `${source}: ${counted(visitors, 'visitor', 'visitors')}, ${figure(sold)} bought or enrolled${rate ? `, ${rate}` : ''}`,
  bar: (visitors: number, sold: number) =>
    `${counted(visitors, 'visitor', 'visitors')}, ${counted(sold, 'buyer', 'buyers')}`,
  definitions:
    'A browser counts once a day for each course; the same person on another day counts again. Programs, people who teach, and browsers that ask not to be tracked are left out. Orders count once for each course in them, refunds and chargebacks on their own day. Invoices are not included.',

  direct: 'Direct',
  directOf: 'Typed, a bookmark or an app',
  invite: 'Invitation link',
  catalogue: 'On Apogee: catalogue',
  otherCourse: 'On Apogee: another course',
  code: (code: string) => `Code ${code}`,
  other: 'Other sources',
  unknown: 'Not known',
  unknownOf: 'Nothing was sent along with the purchase',
  tagged: 'Tagged link',

  nothing: 'No visitors counted in these days',
  nothingHint:
    'Visitors are counted from the moment they open a sales page. Share a tagged link, and you see what each newsletter, post or advertisement brings.',
  tag: 'Tag a link',
  tagLead: 'Use another name for each place where you share the link. The name appears in the table above.',
  tagName: 'Source name',
  tagNameHint: 'Such as newsletter, instagram or flyer',
  campaign: 'Campaign (optional)',
  campaignHint: 'Such as raya-2027',
  address: 'Tagged link',
  copy: 'Copy link',
  copied: 'Copied!',
  linkCopied: 'The link is copied.',
  copyFailed: 'The link could not be copied. Please select and copy it yourself.',
  noCourse: 'Create a course first. Then you can tag the link to its sales page.',
})
