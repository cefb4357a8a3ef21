import type { Dependencies } from '#server/dependencies.ts'
import { defineFeature } from '#server/feature.ts'
import type { Accounts } from '#server/features/accounts/accounts.service.ts'
import type { Courses } from '#server/features/courses/courses.service.ts'
import type { Learning } from '#server/features/learning/learning.service.ts'
import type { Media } from '#server/features/media/media.service.ts'
import { registerPackageFiles } from './package-files.ts'
import { packagesRoutes } from './packages.routes.ts'
import { Packages } from './packages.service.ts'

type Needs = Dependencies & { accounts: Accounts; media: Media; courses: Courses; learning: Learning }

export const packages = defineFeature({
  create: (needs: Needs) => ({ packages: new Packages(needs) }),
  calls: (all) => packagesRoutes(all.packages, all),
  addresses: registerPackageFiles,
  close: (all) => all.packages.contents.close(),
  retention: (all) => [
    { period: 'packages.launches', deleteBefore: (before) => all.packages.deleteLaunches(before) },
  ],
  listeners: (all) => ({
    'user.erased': {
      'packages.erase': (tx, { payload }) => all.packages.forgetPerson(tx, payload.userId),
    },
  }),
})
