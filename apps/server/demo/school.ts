// The demo school, whole: who sells, who teaches, who learns, and what.
// Plain data; seeding walks it. Media files lie in media/, made by make-media.ts.

import { aiCourses } from './courses/ai.ts'
import { businessCourses } from './courses/business.ts'
import { dataScienceCourses } from './courses/data-science.ts'
import { designCourses } from './courses/design.ts'
import { marketingCourses } from './courses/marketing.ts'
import { programmingCourses } from './courses/programming.ts'
import { demoEnrolments } from './enrolments.ts'
import { demoPeople, demoSellers } from './people.ts'
import type { DemoCourse, DemoSchool } from './school-types.ts'

export { demoCategories } from './school-types.ts'
export type { DemoCourse, DemoEnrolment, DemoSchool } from './school-types.ts'

/** In the order of their ids: every third one carries the Featured badge (docs/specification.md#marketplace-marketplace). */
const courses: DemoCourse[] = [
  programmingCourses.typescript,
  designCourses.interfaces,
  dataScienceCourses.sql,
  businessCourses.pricing,
  aiCourses.practical,
  marketingCourses.ads,
  programmingCourses.git,
  businessCourses.bookkeeping,
  designCourses.systems,
  programmingCourses.python,
  dataScienceCourses.forecasting,
  aiCourses.evaluation,
  designCourses.accessibility,
  marketingCourses.local,
  dataScienceCourses.statistics,
  businessCourses.contracts,
  businessCourses.handbook,
  programmingCourses.apis,
  aiCourses.neuron,
  marketingCourses.email,
  designCourses.colour,
  dataScienceCourses.retail,
  aiCourses.prompts,
  businessCourses.customers,
]

export const demoSchool: DemoSchool = {
  sellers: demoSellers,
  people: demoPeople,
  courses,
  enrolments: demoEnrolments,
  highlights: {
    freeWithVideo: programmingCourses.git.key,
    paidInProgress: dataScienceCourses.sql.key,
    finished: dataScienceCourses.statistics.key,
    withoutContents: aiCourses.prompts.key,
    pdfOnly: businessCourses.contracts.key,
    withDraftModule: aiCourses.practical.key,
    private: [businessCourses.handbook.key, dataScienceCourses.retail.key],
  },
}
