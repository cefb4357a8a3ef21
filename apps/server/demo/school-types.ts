// The shapes of the demo school. Everything refers to everything else by stable keys;
// times are days before the first start, so the school is always in mid-term.

export const demoCategories = [
  'Programming',
  'Design',
  'Business',
  'Data Science',
  'Marketing',
  'AI & ML',
] as const
export type DemoCategory = (typeof demoCategories)[number]

export type DemoRole = 'student' | 'instructor' | 'admin' | 'superadmin'

export interface DemoPerson {
  key: string
  email: string
  /** null: somebody who never gave a name ('Unnamed User' in the admin list). */
  name: string | null
  role: DemoRole
  /** Key of the business whose team this person is in; null for learners, the lone instructor and the superadmin. */
  business: string | null
  joinedDaysAgo: number
  /** For those who teach: one line under the name, and a short biography for the sales page. */
  headline?: string
  bio?: string
}

export interface DemoSeller {
  key: string
  kind: 'business' | 'instructor'
  /** The business's registered name, or the lone instructor's name. */
  name: string
  /** Person who answers for it: the business's admin, or the lone instructor. */
  owner: string
  email: string
  phone: string
  address: string
  /** Whether it has its own CHIP account; the others are paid through the platform's. */
  hasOwnPaymentAccount: boolean
  joinedDaysAgo: number
}

export interface DemoResource {
  /** Unique within its course. */
  key: string
  title: string
  fileType: 'video' | 'pdf'
  /** Key into `media/index.ts`. */
  media: string
  /** May be watched from the sales page without enrolment. */
  isFreePreview?: boolean
}

export interface DemoModule {
  /** Unique within its course. */
  key: string
  title: string
  description: string
  isPublished: boolean
  resources: DemoResource[]
}

export interface DemoQuestion {
  question: string
  answer: string
}

export interface DemoCourse {
  key: string
  title: string
  category: DemoCategory
  /** Plain text; paragraphs are separated by an empty line. */
  description: string
  /** Sen; 0 is free. */
  priceCents: number
  isPrivate: boolean
  seller: string
  instructor: string
  createdBy: string
  createdDaysAgo: number
  /** In order; the first module has order 0. Empty: a course whose content is still being prepared. */
  outline: DemoModule[]
  /** 'What you will learn' on the sales page. */
  outcomes: string[]
  faq: DemoQuestion[]
}

export interface DemoEnrolment {
  person: string
  course: string
  /** How the place came about; a purchase needs its paid order at the course's price. */
  source: 'free' | 'purchase' | 'granted'
  daysAgo: number
  lastAccessedDaysAgo: number
  /** Keys of the course's resources that this person has completed. */
  completed: string[]
  /** Where an unfinished video was left, in seconds. */
  resumeAt?: { resource: string; seconds: number }
}

/** Courses that journeys and the README point at. */
export interface DemoHighlights {
  freeWithVideo: string
  /** The demo student owns it, and is in the middle of it. */
  paidInProgress: string
  finished: string
  withoutContents: string
  pdfOnly: string
  withDraftModule: string
  private: string[]
}

export interface DemoSchool {
  sellers: DemoSeller[]
  people: DemoPerson[]
  /** Seeded in this order into an empty database, so that the ids are 1, 2, 3 … */
  courses: DemoCourse[]
  enrolments: DemoEnrolment[]
  highlights: DemoHighlights
}
