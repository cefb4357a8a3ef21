import type { Dependencies } from '#server/dependencies.ts'
import { defineFeature } from '#server/feature.ts'
import type { SecurityLog } from '#server/features/security-log/security-log.service.ts'
import { accountsRoutes } from './accounts.routes.ts'
import { Accounts } from './accounts.service.ts'
import { consentsRoutes } from './consents/consents.routes.ts'
import { emailChangeTask, type AskedEmailChange } from './email-address/email-changes.ts'
import { emailChangesRoutes } from './email-address/email-changes.routes.ts'
import { Identities } from './sign-in/identities.ts'
import { identitiesRoutes } from './sign-in/identities.routes.ts'
import { factorRemovalsRoutes } from './second-factor/factor-removals.routes.ts'
import { passkeysRoutes } from './passkeys/passkeys.routes.ts'
import { passwordsRoutes } from './passwords/passwords.routes.ts'
import { PasswordChanges, type ForgottenPassword } from './passwords/passwords.service.ts'
import { forgottenPasswordTask } from './passwords/passwords.tasks.ts'
import { secondFactorRoutes } from './second-factor/second-factor.routes.ts'
import { registerSignInRedirects, signInRoutes } from './sign-in/sign-in.routes.ts'
import { SignIn } from './sign-in/sign-in.service.ts'

export const accounts = defineFeature({
  create: (needs: Dependencies & { securityLog: SecurityLog }) => {
    const service = new Accounts(needs)
    return {
      accounts: service,
      passwordChanges: new PasswordChanges({ ...needs, accounts: service }),
      signIn: new SignIn({ ...needs, accounts: service }),
      identities: new Identities({ ...needs, accounts: service }),
    }
  },
  calls: (all) => ({
    ...accountsRoutes(all.accounts),
    ...factorRemovalsRoutes(all.accounts.factorRemovals),
    ...passwordsRoutes(all.passwordChanges),
    ...passkeysRoutes(all.accounts.passkeys),
    ...secondFactorRoutes(all.accounts.secondFactor, all.accounts.requirement),
    ...signInRoutes(all.signIn),
    ...emailChangesRoutes(all.accounts.emailChanges),
    ...identitiesRoutes(all.identities),
    ...consentsRoutes(all.accounts.consents),
  }),
  addresses: (app, all) => registerSignInRedirects(app, all.signIn, all),
  resealSecrets: (all) => [all.accounts.secondFactor.resealSecrets()],
  jobs: (all) => ({
    'accounts.sweep': { everyMinutes: 60, run: async () => all.accounts.sweep() },
    [emailChangeTask]: {
      run: (payload) => all.accounts.emailChanges.mailLinks(payload as AskedEmailChange),
    },
    'second-factor.remind': {
      everyMinutes: 60,
      run: (_payload, { signal }) => all.accounts.requirement.remind(signal),
    },
    'second-factor.remove': {
      everyMinutes: 10,
      run: (_payload, { signal }) => all.accounts.factorRemovals.run(signal),
    },
    [forgottenPasswordTask]: {
      run: (payload) => all.passwordChanges.mailReset(payload as ForgottenPassword),
    },
  }),
  retention: (all) => [
    { period: 'sign-in.failures', deleteBefore: all.accounts.deleteFailures },
    { period: 'sign-in.sessions', deleteBefore: all.accounts.sessions.deleteExpired },
    { period: 'sign-in.links', deleteBefore: all.accounts.deleteExpiredLinks },
    { period: 'sign-in.states', deleteBefore: all.signIn.deleteSpentStates },
    { period: 'sign-in.devices', deleteBefore: all.accounts.devices.deleteUnused },
    { period: 'api-tokens.expired', deleteBefore: all.accounts.apiTokens.deleteExpired },
    { period: 'email-changes.ended', deleteBefore: all.accounts.emailChanges.deleteBefore },
    { period: 'second-factor-removals.ended', deleteBefore: all.accounts.factorRemovals.deleteBefore },
  ],
  listeners: (all) => ({
    'account.registered': {
      'email.ask-to-verify': (tx, { payload }) =>
        all.accounts.emailProof.askToVerifyEmail(tx, payload.userId),
    },
    'user.erased': {
      'identities.erase': (tx, { payload }) => all.signIn.forgetIdentities(tx, payload.userId),
    },
  }),
})
