import type { Dependencies } from '#server/dependencies.ts'
import { defineFeature } from '#server/feature.ts'
import { checkTask, SecurityLogChain } from './chain.ts'
import { securityLogRetentionMs } from './security-log.rules.ts'
import { securityLogRoutes } from './security-log.routes.ts'
import { SecurityLog } from './security-log.service.ts'

export const securityLog = defineFeature({
  create: (needs: Dependencies) => ({
    securityLog: new SecurityLog(needs),
    securityLogChain: new SecurityLogChain(needs),
  }),
  calls: (all) => securityLogRoutes(all.securityLog, all.securityLogChain),
  jobs: (all) => ({
    'security-log.seal': {
      everyMinutes: 1,
      run: async (_payload, { signal }) => {
        await all.securityLog.writeCounts(signal)
        await all.securityLogChain.seal(signal)
      },
    },
    [checkTask]: {
      everyMinutes: 1440,
      run: async (_payload, { signal }) => all.securityLogChain.checkSlice(signal),
    },
  }),
  retention: (all) => [
    {
      keepMs: securityLogRetentionMs,
      deleteBefore: (before) => all.securityLogChain.deleteBefore(before),
    },
  ],
  resealSecrets: (all) => [all.securityLogChain.resealSecrets()],
})
