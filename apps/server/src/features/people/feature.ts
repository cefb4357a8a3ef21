import type { Dependencies } from '#server/dependencies.ts'
import { defineFeature } from '#server/feature.ts'
import type { Accounting } from '#server/features/accounting/accounting.service.ts'
import type { Accounts } from '#server/features/accounts/accounts.service.ts'
import type { Businesses } from '#server/features/businesses/businesses.service.ts'
import type { Courses } from '#server/features/courses/courses.service.ts'
import type { Enrolments } from '#server/features/enrolments/enrolments.service.ts'
import type { Invoices } from '#server/features/invoices/invoices.service.ts'
import type { Learning } from '#server/features/learning/learning.service.ts'
import type { Media } from '#server/features/media/media.service.ts'
import type { Messages } from '#server/features/messages/messages.service.ts'
import type { Sales } from '#server/features/sales/sales.service.ts'
import { peopleRoutes } from './people.routes.ts'
import { People } from './people.service.ts'
import { tables } from './people.tables.ts'
import { PersonPages } from './person/person.service.ts'

interface Needs extends Dependencies {
  accounts: Accounts
  businesses: Businesses
  media: Media
  courses: Courses
  enrolments: Enrolments
  learning: Learning
  accounting: Accounting
  sales: Sales
  invoices: Invoices
  messages: Messages
}

export const people = defineFeature({
  tables,
  create: (needs: Needs) => ({ people: new People(needs), personPages: new PersonPages(needs) }),
  calls: (all) => peopleRoutes(all.people, all.personPages),
  storedObjects: (all) => ({
    updateUser: (call) => all.people.readPerson(call.user, call.params.id),
  }),
  jobs: (all) => ({
    'people.erase-due': {
      everyMinutes: 60,
      run: async (_payload, { signal }) => {
        await all.people.eraseDue(signal)
      },
    },
  }),
  retention: (all) => [
    { period: 'team-invitations.unanswered', deleteBefore: all.people.invitations.deleteUnanswered },
  ],
  listeners: (all) => ({
    'account.returned': {
      'courses.restore': (tx, event) => all.people.welcomeBack(tx, event),
    },
    'user.erased': {
      'people.erase': (tx, { payload }) => all.personPages.forget(tx, payload.userId),
    },
  }),
})
