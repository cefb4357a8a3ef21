import type { Dependencies } from '#server/dependencies.ts'
import { defineFeature } from '#server/feature.ts'
import type { Accounting } from '#server/features/accounting/accounting.service.ts'
import type { Accounts } from '#server/features/accounts/accounts.service.ts'
import type { Businesses } from '#server/features/businesses/businesses.service.ts'
import type { Catalogue } from '#server/features/catalogue/catalogue.service.ts'
import type { Courses } from '#server/features/courses/courses.service.ts'
import type { Invoices } from '#server/features/invoices/invoices.service.ts'
import type { People } from '#server/features/people/people.service.ts'
import type { SellerOrders } from '#server/features/sales/orders/seller-orders.service.ts'
import { readMissed } from '#server/features/assessments/quizzes/quiz-statistics.ts'
import type { CourseFigures } from '#server/features/roster/course-figures.ts'
import type { Gradebook } from '#server/features/roster/gradebook.ts'
import type { Roster } from '#server/features/roster/roster.service.ts'
import type { SecurityLog } from '#server/features/security-log/security-log.service.ts'
import type { Sales } from '#server/features/sales/sales.service.ts'
import { conversionRoutes } from './conversion/conversion.routes.ts'
import { Conversion } from './conversion/conversion.service.ts'
import { VisitCounter } from './conversion/visit-counter.ts'
import { Figures } from './insights/figures.ts'
import { inboxRoutes } from './inbox/inbox.routes.ts'
import { Inbox } from './inbox/inbox.service.ts'
import { insightsRoutes } from './insights/insights.routes.ts'
import { Insights } from './insights/insights.service.ts'
import { oversightRoutes } from './oversight/oversight.routes.ts'
import { Oversight } from './oversight/oversight.service.ts'
import { SellerOverviews } from './oversight/seller-overview.ts'
import { PaymentMonitoring } from './reconciliation/payment-monitoring.service.ts'
import { reconciliationRoutes } from './reconciliation/reconciliation.routes.ts'
import { RestoreGap } from './reconciliation/restore-gap.service.ts'
import { sellerSignalsRoutes } from './signals/seller-signals.routes.ts'
import { SellerSignals } from './signals/seller-signals.service.ts'
import { studioRoutes } from './studio/studio.routes.ts'
import { Studio } from './studio/studio.service.ts'
import { suggestionsRoutes } from './suggestions/suggestions.routes.ts'
import { Suggestions } from './suggestions/suggestions.ts'
import { Reconciliation, stepTask } from './reconciliation/reconciliation.service.ts'

interface Needs extends Dependencies {
  accounts: Accounts
  securityLog: SecurityLog
  businesses: Businesses
  courses: Courses
  catalogue: Catalogue
  accounting: Accounting
  invoices: Invoices
  sales: Sales
  sellerOrders: SellerOrders
  people: People
  roster: Roster
  gradebook: Gradebook
  courseFigures: CourseFigures
}

export const operations = defineFeature({
  create: (needs: Needs) => {
    const reconciliation = new Reconciliation(needs)
    const figures = new Figures(needs)
    const paymentMonitoring = new PaymentMonitoring(needs)
    const sellerSignals = new SellerSignals(needs)
    const inbox = new Inbox(needs)
    const studio = new Studio({ ...needs, inbox })
    const conversion = new Conversion(needs)
    return {
      reconciliation,
      restoreGap: new RestoreGap({ ...needs, reconciliation }),
      paymentMonitoring,
      sellerSignals,
      inbox,
      studio,
      conversion,
      suggestions: new Suggestions({
        ...needs,
        readMissed: (courseId, days) => readMissed(needs, courseId, days),
      }),
      visits: new VisitCounter(needs),
      figures,
      insights: new Insights({ ...needs, figures, readDays: studio.daysOf, conversion }),
      oversight: new Oversight({ ...needs, figures }),
      sellerOverviews: new SellerOverviews(needs),
    }
  },
  calls: (all) => ({
    ...reconciliationRoutes(all.reconciliation),
    ...insightsRoutes(all.insights),
    ...oversightRoutes(all.oversight, all.sellerOverviews),
    ...sellerSignalsRoutes(all.sellerSignals),
    ...inboxRoutes(all.inbox),
    ...studioRoutes(all.studio),
    ...conversionRoutes(all.conversion, all.visits),
    ...suggestionsRoutes(all.suggestions),
  }),
  jobs: (all) => ({
    [stepTask]: {
      run: async (payload, { signal }) =>
        all.reconciliation.step((payload as { runId: number }).runId, signal),
    },
    'reconciliation.run-due': { everyMinutes: 60, run: async () => all.reconciliation.keep() },
    'seller-signals.look': {
      everyMinutes: 60,
      run: async (_payload, { signal }) => all.sellerSignals.look(signal),
    },
    'figures.fold': { everyMinutes: 1, run: async (_payload, { signal }) => all.figures.fold(signal) },
    'figures.compare': {
      everyMinutes: 1440,
      run: async (_payload, { signal }) => void (await all.figures.compare(signal)),
    },
  }),
  retention: (all) => [
    { period: 'visits.sources', deleteBefore: all.conversion.deleteBefore },
    { period: 'seller-signals.closed', deleteBefore: all.sellerSignals.deleteBefore },
    { period: 'exports.tickets', deleteBefore: all.insights.deleteTickets },
  ],
  listeners: (all) => ({
    'user.erased': {
      'studio.erase': (tx, { payload }) => all.studio.forget(tx, payload.userId),
      'inbox.erase': (tx, { payload }) => all.inbox.forget(tx, payload.userId),
    },
  }),
  close: (all) => all.visits.append(),
})
