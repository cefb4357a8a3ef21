/** Certificates of completion: one per person and course, valid while the person is enrolled. */
import type { Certificate, PublicCertificate } from '@apogee/contracts/achievements/achievements.ts'
import { emit } from '#server/events.ts'
import type { Database, Tx } from '#server/platform/database/database.ts'
import { pageOf, pageRequest, type Page } from '#server/platform/pages.ts'
import { newPublicId } from '#server/platform/tokens.ts'
import type { Caller } from '#server/policy/caller.ts'
import { refuse } from '#server/policy/refusal.ts'
import * as store from './certificates.store.ts'

export interface CourseOfLearner {
  userId: number
  courseId: number
  at: Date
}

interface CertificatesDependencies {
  database: Database
}

export class Certificates {
  readonly #deps: CertificatesDependencies

  constructor(deps: CertificatesDependencies) {
    this.#deps = deps
  }

  /** Issues it once, or makes a revoked one valid again. An existing one is kept. */
  async award(tx: Tx, { userId, courseId, at }: CourseOfLearner, emitsEvents: boolean): Promise<void> {
    const publicId = newPublicId()
    if (await store.insertCertificate(tx, { publicId, userId, courseId, at })) {
      if (emitsEvents) await emit(tx, 'certificate.issued', { userId, courseId, certificateId: publicId })
    } else await store.reinstate(tx, userId, courseId)
  }

  async revoke(tx: Tx, { userId, courseId, at }: CourseOfLearner): Promise<void> {
    await store.revoke(tx, userId, courseId, at)
  }

  readonly forget = (tx: Tx, userId: number): Promise<void> => store.deleteCertificates(tx, userId)

  readonly learnersWithout = (courseId: number, batch: { after: number; limit: number }): Promise<number[]> =>
    store.learnersWithoutCertificate(this.#deps.database.kysely, courseId, batch)

  async listCertificates(
    caller: Caller,
    query: {
      limit?: number | undefined
      cursor?: string | undefined
      page?: number | undefined
      courseId?: number | undefined
    },
  ): Promise<Page<Certificate>> {
    const page = pageRequest(query)
    const { rows, total } = await store.certificatesOf(
      this.#deps.database.kysely,
      caller.userId,
      query.courseId ?? null,
      page,
    )
    const { data, meta } = pageOf(rows, { exact: total }, page)
    return {
      data: data.map(({ publicId, courseId, courseTitle, sellerName, issuedAt }) => ({
        id: publicId,
        courseId,
        courseTitle,
        sellerName,
        issuedAt: issuedAt.toISOString(),
      })),
      meta,
    }
  }

  async readCertificate(publicId: string): Promise<PublicCertificate> {
    const found = await store.certificateByPublicId(this.#deps.database.kysely, publicId)
    if (!found) refuse('CERTIFICATE_NOT_FOUND')
    if (found.revokedAt) refuse('CERTIFICATE_REVOKED')
    const { learnerName, courseTitle, sellerName, issuedAt } = found
    return { id: publicId, learnerName, courseTitle, sellerName, issuedAt: issuedAt.toISOString() }
  }
}
