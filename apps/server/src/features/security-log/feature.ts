import type { Dependencies } from '#server/dependencies.ts'
import { defineFeature } from '#server/feature.ts'
import { BlockedContents } from './blocked-contents.ts'
import { checkTask, SecurityLogChain } from './chain.ts'
import { LastSeal } from './last-seal.ts'
import { securityLogRoutes } from './security-log.routes.ts'
import { SecurityLog } from './security-log.service.ts'

export const securityLog = defineFeature({
  create: (needs: Dependencies) => {
    const log = new SecurityLog(needs)
    const chain = new SecurityLogChain(needs)
    return {
      securityLog: log,
      securityLogChain: chain,
      blockedContents: new BlockedContents(needs),
      securityLogHead: new LastSeal({ ...needs, securityLog: log, securityLogChain: chain }),
    }
  },
  calls: (all) => securityLogRoutes(all),
  jobs: (all) => ({
    'security-log.seal': {
      everyMinutes: 1,
      run: async (_payload, { signal }) => {
        await all.securityLog.writeCounts(signal)
        await all.securityLogChain.seal(signal)
        await all.securityLogHead.keep()
      },
    },
    [checkTask]: {
      everyMinutes: 1440,
      run: async (_payload, { signal }) => all.securityLogChain.checkSlice(signal),
    },
  }),
  retention: (all) => [
    { period: 'blocked-contents.reports', deleteBefore: all.blockedContents.deleteBefore },
    {
      period: 'security-log.entries',
      deleteBefore: (before) => all.securityLogChain.deleteBefore(before),
    },
    { period: 'security-log.addresses', deleteBefore: all.securityLog.forgetAddresses },
  ],
  resealSecrets: (all) => [all.securityLogChain.resealSecrets()],
})
