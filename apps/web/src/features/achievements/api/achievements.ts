import type { PublicCertificate } from '@apogee/contracts/achievements/achievements.ts'
import { queryOptions } from '@tanstack/react-query'
import { pagedQuery } from '#web/platform/lists/paged-query.ts'
import { ApiError, call } from '#web/platform/transfer/client.ts'
import { ownTimeZone } from '#web/platform/language/time-zone.ts'

/**
 * Loads the caller's own XP, level, streak and badges. Days are counted in the browser's time zone, which the server stores when it
 * has changed.
 */
export const achievementsQuery = (userId: number) =>
  queryOptions({
    queryKey: ['achievements', userId],
    queryFn: async ({ signal }) => {
      const answer = await call('readAchievements', { signal })
      const timeZone = ownTimeZone()
      if (answer.data.timeZone === timeZone) return answer
      try {
        return await call('saveTimeZone', { body: { timeZone }, signal })
      } catch (error) {
        // The previous time zone stays when the server does not know the new one.
        if (error instanceof ApiError && error.errorCode === 'VALIDATION') return answer
        throw error
      }
    },
    staleTime: 0,
  })

export const certificatesQuery = (userId: number) =>
  pagedQuery({
    queryKey: ['certificates', userId],
    readPage: (cursor, signal) => call('listCertificates', { query: { limit: 20, cursor }, signal }),
    staleTime: 0,
  })

export const courseCertificateQuery = (userId: number, courseId: number) =>
  queryOptions({
    queryKey: ['certificates', userId, 'course', courseId],
    queryFn: async ({ signal }) =>
      (await call('listCertificates', { query: { courseId, limit: 1 }, signal })).data[0] ?? null,
    staleTime: 0,
  })

export type ShownCertificate =
  | { state: 'valid'; certificate: PublicCertificate }
  | { state: 'missing' }
  | { state: 'revoked' }
  | { state: 'replaced' }

/**
 * Loads the certificate of a public address. A revoked, replaced or missing certificate is a result and not an error. A private
 * certificate is missing for everyone but its learner: with `userId`, the answer that a visitor got is not used.
 */
export const certificateQuery = (id: string, userId?: number) =>
  queryOptions({
    queryKey: userId === undefined ? ['certificate', id] : ['certificate', id, userId],
    queryFn: async ({ signal }): Promise<ShownCertificate> => {
      try {
        const { data } = await call('readCertificate', { params: { id }, signal })
        return { state: 'valid', certificate: data }
      } catch (error) {
        if (!(error instanceof ApiError)) throw error
        if (error.errorCode === 'CERTIFICATE_REVOKED') return { state: 'revoked' }
        if (error.errorCode === 'CERTIFICATE_REPLACED') return { state: 'replaced' }
        // A malformed id belongs to no certificate.
        if (error.status === 404 || error.errorCode === 'VALIDATION') return { state: 'missing' }
        throw error
      }
    },
  })
