import { withData, type Handlers } from '#server/policy/handler.ts'
import type { AchievementsService } from './achievements.service.ts'

export function achievementsRoutes(achievements: AchievementsService): Handlers {
  return {
    readAchievements: (call) => withData(achievements.read(call.user)),
    saveTimeZone: (call) => withData(achievements.saveTimeZone(call.user, call.body.timeZone)),
    listCertificates: async (call) => achievements.certificates.listCertificates(call.user, call.query),
    readCertificate: ({ params }) => withData(achievements.certificates.readCertificate(params.id)),
  }
}
