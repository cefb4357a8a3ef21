import type { Dependencies } from '#server/dependencies.ts'
import { defineFeature } from '#server/feature.ts'
import { stopPage } from '#server/platform/mail/mail-stops.ts'
import type { Accounts } from '#server/features/accounts/accounts.service.ts'
import type { AchievementsService } from '#server/features/achievements/achievements.service.ts'
import type { Learning } from '#server/features/learning/learning.service.ts'
import { goalsRoutes } from './goals.routes.ts'
import { Goals } from './goals.service.ts'
import { tables } from './goals.tables.ts'
import { Reminders, remindersTask, stopKind } from './reminders.service.ts'

interface Needs extends Dependencies {
  accounts: Accounts
  learning: Learning
  achievements: AchievementsService
}

export const goals = defineFeature({
  tables,
  create: (needs: Needs) => ({ goals: new Goals(needs), reminders: new Reminders(needs) }),
  calls: (all) => goalsRoutes(all.goals, all.reminders),
  addresses: stopPage(stopKind),
  jobs: (all) => ({
    [remindersTask]: { everyMinutes: 5, run: (_payload, { signal }) => all.reminders.send(signal) },
  }),
  listeners: (all) => ({
    'user.erased': {
      'goals.erase': (tx, { payload }) => all.goals.forget(tx, payload.userId),
    },
  }),
})
