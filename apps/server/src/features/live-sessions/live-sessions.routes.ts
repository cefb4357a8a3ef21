import { withData, type Handlers } from '#server/policy/handler.ts'
import type { LiveSessions } from './live-sessions.service.ts'

export function liveSessionsRoutes(sessions: LiveSessions): Handlers {
  return {
    listLiveSessions: (call) => withData(sessions.list(call.user, call.standing)),
    createLiveSession: (call) => withData(sessions.create(call.user, call.params.id, call.body)),
    updateLiveSession: (call) => withData(sessions.update(call.user, call.params, call.body)),
    removeLiveSession: (call) => sessions.remove(call.params),
    readAttendance: (call) => withData(sessions.readAttendance(call.user, call.params)),
    saveAttendance: (call) => sessions.saveAttendance(call.user, call.params, call.body.learners),
  }
}
