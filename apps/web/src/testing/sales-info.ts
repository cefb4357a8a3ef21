import type { SalesInfo } from '@apogee/contracts/catalogue/catalogue.ts'
import { aCourse } from './people.ts'

/** Returns a sales page with an instructor and one question, and no other optional content. */
export const aSalesInfo = (given: Partial<SalesInfo> = {}): SalesInfo => ({
  course: aCourse(),
  isEnrolled: false,
  stats: { enrollmentCount: 389, contentCounts: { lessons: 34, totalDuration: 690 }, resourceCount: 41 },
  facts: {
    videoSeconds: 0,
    videos: 0,
    documents: 0,
    texts: 0,
    readingMinutes: 0,
    quizzes: 0,
    exercises: 0,
    captions: [],
    updatedAt: null,
  },
  hasCertificate: true,
  outline: [],
  instructor: {
    id: 2,
    name: 'Dr. Kavitha Menon',
    bio: 'Applied statistician',
    avatar: null,
    courseCount: 2,
    studentCount: 512,
  },
  sellerName: 'Kuala Data School',
  business: null,
  moneyBack: { days: 30, percent: 30 },
  subtitle: '',
  outcomes: [],
  requirements: [],
  audience: [],
  faq: [{ question: 'Do I need Python?', answer: 'A little helps.' }],
  planLines: [],
  related: [],
  permissions: { manage: false },
  ...given,
})
