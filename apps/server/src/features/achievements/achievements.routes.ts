import { signedIn, type Handlers } from '#server/policy/handler.ts'
import type { AchievementsService } from './achievements.service.ts'

export function achievementsRoutes(achievements: AchievementsService): Handlers {
  return {
    readAchievements: async (call) => ({ data: await achievements.read(signedIn(call)) }),
    saveTimeZone: async (call) => ({
      data: await achievements.saveTimeZone(signedIn(call), call.body.timeZone),
    }),
    listCertificates: async (call) => achievements.certificates.listCertificates(signedIn(call), call.query),
    readCertificate: async ({ params }) => ({
      data: await achievements.certificates.readCertificate(params.id),
    }),
  }
}
