import { defineFeature, type GivenToFeatures } from '#server/feature.ts'
import type { Accounts } from '#server/features/accounts/accounts.service.ts'
import type { Media } from '#server/features/media/media.service.ts'
import type { SecurityLog } from '#server/features/security-log/security-log.service.ts'
import { DataExports } from './data-exports.ts'
import { personalDataRoutes, registerDataExportRoute } from './personal-data.routes.ts'

export const personalData = defineFeature({
  create: (needs: GivenToFeatures & { securityLog: SecurityLog; accounts: Accounts; media: Media }) => ({
    dataExports: new DataExports(needs),
  }),
  calls: (all) => personalDataRoutes(all.dataExports),
  addresses: (app, all) => registerDataExportRoute(app, all.dataExports),
})
