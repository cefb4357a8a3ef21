import type { Dependencies } from '#server/dependencies.ts'
import { defineFeature } from '#server/feature.ts'
import type { Accounts } from '#server/features/accounts/accounts.service.ts'
import type { Courses } from '#server/features/courses/courses.service.ts'
import type { Learning } from '#server/features/learning/learning.service.ts'
import type { Media } from '#server/features/media/media.service.ts'
import { registerPackageFiles } from './package-files.ts'
import { scormRoutes } from './scorm.routes.ts'
import { ScormPackages } from './scorm.service.ts'

type Needs = Dependencies & { accounts: Accounts; media: Media; courses: Courses; learning: Learning }

export const scorm = defineFeature({
  create: (needs: Needs) => ({ scorm: new ScormPackages(needs) }),
  calls: (all) => scormRoutes(all.scorm, all),
  addresses: registerPackageFiles,
  close: (all) => all.scorm.contents.close(),
  retention: (all) => [
    { period: 'packages.launches', deleteBefore: (before) => all.scorm.deleteLaunches(before) },
  ],
  listeners: (all) => ({
    'user.erased': {
      'packages.erase': (tx, { payload }) => all.scorm.forgetPerson(tx, payload.userId),
    },
  }),
})
