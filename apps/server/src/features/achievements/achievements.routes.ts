import { defaultLanguage } from '@apogee/domain/languages.ts'
import { sendFile, withData, type Handlers } from '#server/policy/handler.ts'
import type { AchievementsService } from './achievements.service.ts'

export function achievementsRoutes(achievements: AchievementsService): Handlers {
  return {
    readAchievements: (call) => withData(achievements.read(call.user)),
    saveTimeZone: (call) => withData(achievements.saveTimeZone(call.user, call.body.timeZone)),
    listCertificates: async (call) => achievements.certificates.listCertificates(call.user, call.query),
    readCertificate: ({ caller, params }) =>
      withData(achievements.certificates.readCertificate(caller, params.id)),
    downloadCertificate: async ({ caller, params, query, origin, reply }) => {
      const language = query.lang ?? defaultLanguage
      const { name, pdf } = await achievements.certificates.print(caller, params.id, { language, origin })
      return sendFile(reply, { name, type: 'application/pdf', content: pdf })
    },
    readFinish: (call) => withData(achievements.readFinish(call.user, call.params.id)),
    readCertificateStanding: (call) =>
      withData(achievements.certificates.readStanding(call.user, call.params.id)),
    withdrawCertificate: (call) =>
      withData(achievements.certificates.withdraw(call.user, call.params.id, call.body.reason)),
    restoreCertificate: (call) => withData(achievements.certificates.restore(call.user, call.params.id)),
    reissueCertificate: (call) => withData(achievements.certificates.reissue(call.user, call.params.id)),
    readCertificateRule: (call) => withData(achievements.certificates.readRuleFor(call.user, call.params.id)),
    saveCertificateRule: (call) =>
      withData(achievements.saveCertificateRule(call.user, call.params.id, call.body)),
    readCertificateNeeds: (call) => withData(achievements.readNeeds(call.user, call.params.id)),
    claimCertificate: (call) => withData(achievements.claim(call.user, call.params.id)),
    setCertificateVisibility: (call) =>
      achievements.certificates.setPrivate(call.user, call.params.id, call.body.isPrivate),
    markFinishSeen: (call) => achievements.certificates.markFinishSeen(call.user, call.params.id),
  }
}
