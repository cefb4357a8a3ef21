/** Lists all features in order. A feature may use only the services of features before it. `oxlint.config.ts` reads this order. */
import type { Dependencies } from '#server/dependencies.ts'
import { accounting } from '#server/features/accounting/feature.ts'
import { accounts } from '#server/features/accounts/feature.ts'
import { achievements } from '#server/features/achievements/feature.ts'
import { announcements } from '#server/features/announcements/feature.ts'
import { archives } from '#server/features/archives/feature.ts'
import { assessments } from '#server/features/assessments/feature.ts'
import { bundles } from '#server/features/bundles/feature.ts'
import { businesses } from '#server/features/businesses/feature.ts'
import { catalogue } from '#server/features/catalogue/feature.ts'
import { community } from '#server/features/community/feature.ts'
import { courses } from '#server/features/courses/feature.ts'
import { enrolments } from '#server/features/enrolments/feature.ts'
import { gifts } from '#server/features/gifts/feature.ts'
import { goals } from '#server/features/goals/feature.ts'
import { invoices } from '#server/features/invoices/feature.ts'
import { learning } from '#server/features/learning/feature.ts'
import { liveSessions } from '#server/features/live-sessions/feature.ts'
import { media } from '#server/features/media/feature.ts'
import { messages } from '#server/features/messages/feature.ts'
import { notes } from '#server/features/notes/feature.ts'
import { notifications } from '#server/features/notifications/feature.ts'
import { operations } from '#server/features/operations/feature.ts'
import { people } from '#server/features/people/feature.ts'
import { personalData } from '#server/features/personal-data/feature.ts'
import { prerequisites } from '#server/features/prerequisites/feature.ts'
import { pricing } from '#server/features/pricing/feature.ts'
import { reviews } from '#server/features/reviews/feature.ts'
import { roster } from '#server/features/roster/feature.ts'
import { sales } from '#server/features/sales/feature.ts'
import { schools } from '#server/features/schools/feature.ts'
import { scorm } from '#server/features/scorm/feature.ts'
import { securityLog } from '#server/features/security-log/feature.ts'
import { studioSearch } from '#server/features/studio-search/feature.ts'
import { webhooks } from '#server/features/webhooks/feature.ts'
import { FeatureFold } from './feature-fold.ts'

export const createFeatures = (dependencies: Dependencies) =>
  FeatureFold.of(dependencies)
    .add(securityLog)
    .add(accounts)
    .add(messages)
    .add(media)
    .add(personalData)
    .add(businesses)
    .add(courses)
    .add(enrolments)
    .add(learning)
    .add(prerequisites)
    .add(scorm)
    .add(notes)
    .add(assessments)
    .add(reviews)
    .add(catalogue)
    .add(community)
    .add(accounting)
    .add(bundles)
    .add(schools)
    .add(pricing)
    .add(sales)
    .add(gifts)
    .add(invoices)
    .add(people)
    .add(roster)
    .add(announcements)
    .add(liveSessions)
    .add(operations)
    .add(achievements)
    .add(archives)
    .add(goals)
    .add(notifications)
    .add(webhooks)
    .add(studioSearch)

export type Features = ReturnType<typeof createFeatures>
export type Services = Features['services']
