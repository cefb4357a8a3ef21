/**
 * Manages certificates of completion: one for each person and course, valid while the person is enrolled and the certificate is not
 * withdrawn.
 */
import type {
  Certificate,
  CertificateRule,
  CertificateStanding,
  PublicCertificate,
} from '@apogee/contracts/achievements/achievements.ts'
import type { CertificateRuleForm } from '@apogee/contracts/achievements/achievements.forms.ts'
import { emit, type DomainEvents } from '#server/events.ts'
import type { Language } from '@apogee/domain/languages.ts'
import { createBoundedQueue } from '#server/platform/resources/bounded-queue.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Database, Tx } from '#server/platform/database/database.ts'
import { pageOf, pageRequest, type Page } from '#server/platform/pages.ts'
import { newPublicId } from '#server/platform/secrets/tokens.ts'
import type { SecurityLog } from '#server/features/security-log/security-log.service.ts'
import type { Media } from '#server/features/media/media.service.ts'
import { verdictOn } from '#server/policy/authorise.ts'
import type { Caller, MaybeCaller } from '#server/policy/caller.ts'
import { refuse } from '#server/policy/refusal.ts'
import { standingIn } from '#server/policy/standing.ts'
import { holdUnsuspended } from '#server/policy/suspended-sellers.ts'
import { certificatePdf, type PaperPictures } from './certificate-pdf.ts'
import * as store from './certificates.store.ts'

export interface CourseOfLearner {
  userId: number
  courseId: number
  at: Date
}

export interface CertificatesDependencies {
  database: Database
  clock: Clock
  media: Pick<Media, 'names' | 'pictureForPaper' | 'resolveUpload' | 'urlFor'>
  securityLog: Pick<SecurityLog, 'recordActivity'>
}

export class Certificates {
  readonly #deps: CertificatesDependencies
  readonly #drawings = createBoundedQueue({ name: 'certificates as PDF', concurrency: 1, mostWaiting: 20 })

  constructor(deps: CertificatesDependencies) {
    this.#deps = deps
  }

  /**
   * Issues the certificate, or makes a revoked one valid again. A valid certificate stays unchanged. If no events are emitted, the
   * learner counts as having seen it.
   */
  async award(tx: Tx, { userId, courseId, at }: CourseOfLearner, emitsEvents: boolean): Promise<void> {
    const publicId = newPublicId()
    const seenAt = emitsEvents ? null : at
    if (await store.insertCertificate(tx, { publicId, userId, courseId, at, seenAt })) {
      if (emitsEvents) await emit(tx, 'certificate.issued', { userId, courseId, certificateId: publicId })
    } else await store.reinstate(tx, userId, courseId)
  }

  async reinstate(tx: Tx, { userId, courseId }: CourseOfLearner): Promise<void> {
    await store.reinstate(tx, userId, courseId)
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
      id?: string | undefined
    },
  ): Promise<Page<Certificate>> {
    const page = pageRequest(query)
    const { rows, total } = await store.certificatesOf(
      this.#deps.database.kysely,
      caller.userId,
      { courseId: query.courseId ?? null, publicId: query.id ?? null },
      page,
    )
    const { data, meta } = pageOf(rows, { exact: total }, page)
    return {
      data: data.map(({ publicId, courseId, courseTitle, sellerName, issuedAt, seenAt }) => ({
        id: publicId,
        courseId,
        courseTitle,
        sellerName,
        issuedAt: issuedAt.toISOString(),
        isSeen: seenAt !== null,
      })),
      meta,
    }
  }

  /** Refuses a private certificate as unknown unless the caller is its learner. */
  async readCertificate(caller: MaybeCaller, publicId: string): Promise<PublicCertificate> {
    return this.#presented(await this.#valid(caller, publicId))
  }

  /** Refuses another person's certificate. */
  async readOwn(caller: Caller, publicId: string): Promise<PublicCertificate> {
    const found = await this.#valid(caller, publicId)
    if (found.userId !== caller.userId) refuse('CERTIFICATE_NOT_FOUND')
    return this.#presented(found)
  }

  /**
   * Throws QueueFull while many PDFs are being drawn, because anyone who knows an id may request one. The address in the QR code
   * begins with `origin`.
   */
  async print(
    caller: MaybeCaller,
    publicId: string,
    { language, origin }: { language: Language; origin: string },
  ): Promise<{ name: string; pdf: Buffer }> {
    const found = await this.#valid(caller, publicId)
    const certificate = this.#presented(found)
    const address = `${origin}/certificates/${publicId}`
    const pdf = await this.#drawings.run(async () =>
      certificatePdf({ certificate, pictures: await this.#picturesOf(found), language, address }),
    )
    return { name: `${publicId}.pdf`, pdf }
  }

  async markFinishSeen({ userId }: Caller, publicId: string): Promise<void> {
    const marked = await store.markSeen(this.#deps.database.kysely, userId, publicId, this.#deps.clock.now())
    if (!marked) refuse('CERTIFICATE_NOT_FOUND')
  }

  async setPrivate({ userId }: Caller, publicId: string, isPrivate: boolean): Promise<void> {
    const changed = await store.setPrivate(this.#deps.database.kysely, userId, publicId, isPrivate)
    if (!changed) refuse('CERTIFICATE_NOT_FOUND')
  }

  /** Refuses as not found unless the caller may edit the course. */
  async readStanding(caller: Caller, publicId: string): Promise<CertificateStanding> {
    const found = await this.#editable(caller, publicId)
    const { withdrawnAt, withdrawalReason, todaysName, replacedAt } = found
    return {
      certificate: this.#presented(found),
      withdrawal:
        withdrawnAt === null ? null : { at: withdrawnAt.toISOString(), reason: withdrawalReason ?? '' },
      todaysName,
      reissuedAt: replacedAt?.toISOString() ?? null,
    }
  }

  /** Notifies the learner once for each withdrawal. */
  async withdraw(caller: Caller, publicId: string, reason: string): Promise<CertificateStanding> {
    const found = await this.#editable(caller, publicId)
    const { userId, courseId } = found
    const { userId: actorId } = caller
    await this.#deps.database.transaction(async (tx) => {
      await holdUnsuspended(tx, caller, courseId)
      const at = this.#deps.clock.now()
      if (!(await store.withdraw(tx, found, { actorId, reason, at }))) return
      await emit(tx, 'certificate.withdrawn', { userId, courseId, certificateId: publicId, actorId, reason })
    })
    return this.readStanding(caller, publicId)
  }

  async restore(caller: Caller, publicId: string): Promise<CertificateStanding> {
    const found = await this.#editable(caller, publicId)
    const { userId, courseId } = found
    await this.#deps.database.transaction(async (tx) => {
      await holdUnsuspended(tx, caller, courseId)
      if (!(await store.restore(tx, found))) return
      const certificateId = publicId
      await emit(tx, 'certificate.restored', { userId, courseId, certificateId, actorId: caller.userId })
    })
    return this.readStanding(caller, publicId)
  }

  /**
   * Reissues the certificate with the learner's present name and notifies the learner. The page at the former address says that the
   * certificate was replaced. Nothing changes when the name is already right.
   */
  async reissue(caller: Caller, publicId: string): Promise<CertificateStanding> {
    const found = await this.#editable(caller, publicId)
    if (found.withdrawnAt) refuse('CERTIFICATE_REVOKED')
    const { userId, courseId } = found
    const { userId: actorId } = caller
    await this.#deps.database.transaction(async (tx) => {
      await holdUnsuspended(tx, caller, courseId)
      const certificateId = newPublicId()
      const at = this.#deps.clock.now()
      if (!(await store.reissue(tx, found, { publicId: certificateId, actorId, at }))) return
      await emit(tx, 'certificate.reissued', { userId, courseId, certificateId, actorId })
      await this.#deps.securityLog.recordActivity(tx, {
        kind: 'certificate.reissued',
        actor: caller,
        subjectId: userId,
        businessId: caller.businessId,
        details: { course: courseId },
      })
    })
    return this.readStanding(caller, publicId)
  }

  readonly ruleOf = store.ruleOf
  readonly isWithdrawn = store.isWithdrawn

  readRule(courseId: number): Promise<CertificateRule> {
    return store.ruleOf(this.#deps.database.kysely, courseId)
  }

  /** Returns the rule together with the address of the signature's picture. */
  async readRuleFor(caller: Caller, courseId: number): Promise<CertificateRule> {
    const rule = await this.readRule(courseId)
    const file = await store.signatureOf(this.#deps.database.kysely, courseId)
    return {
      ...rule,
      ...(file && { signature: this.#deps.media.urlFor(caller, { ...file, purpose: 'signature' }) }),
    }
  }

  /** `asked` is the address of an upload or of the current picture; null removes the picture. */
  async saveSignature(tx: Tx, caller: Caller, courseId: number, asked: string | null): Promise<void> {
    const { media } = this.#deps
    const present = await store.signatureOf(tx, courseId)
    if (asked !== null && present && media.names(asked, present.publicId)) return
    const file =
      asked === null ? null : await media.resolveUpload(tx, caller, asked, ['signature'], 'signature')
    if (await store.saveSignature(tx, courseId, file?.id ?? null)) return
    refuse('VALIDATION', { issues: [{ path: 'signature', message: 'needs the name of the signer' }] })
  }

  /** Fields that the form omits stay unchanged. Removing the signer removes the signature. Issued certificates stay unchanged. */
  async saveRule(
    tx: Tx,
    { userId }: Pick<Caller, 'userId'>,
    courseId: number,
    form: Omit<CertificateRuleForm, 'signature'>,
  ): Promise<CertificateRule> {
    const known = await store.ruleOf(tx, courseId)
    const rule: CertificateRule = {
      isOn: form.isOn,
      watchedPercent: form.watchedPercent === undefined ? known.watchedPercent : form.watchedPercent,
      quizPercent: form.quizPercent === undefined ? known.quizPercent : form.quizPercent,
      minutes: form.minutes === undefined ? known.minutes : form.minutes,
      signer: form.signer === undefined ? known.signer : form.signer,
    }
    await store.saveRule(tx, { courseId, rule, by: userId, at: this.#deps.clock.now() })
    return rule
  }

  readonly copyRule = (tx: Tx, copied: DomainEvents['course.copied'], at: Date): Promise<void> =>
    store.copyRule(tx, { ...copied, at })

  async #editable(caller: Caller, publicId: string): Promise<store.ShownCertificateRow> {
    const db = this.#deps.database.kysely
    const found = await store.certificateByPublicId(db, publicId)
    const standing = found && (await standingIn(db, caller, { course: found.courseId }))
    if (!standing || verdictOn('course.edit', standing) !== 'allow') refuse('CERTIFICATE_NOT_FOUND')
    if (found.revokedAt) refuse('CERTIFICATE_REVOKED')
    return found
  }

  /** A private certificate looks unknown to everyone but its learner, whether it is valid, revoked or replaced. */
  async #valid(caller: MaybeCaller, publicId: string): Promise<store.ShownCertificateRow> {
    const found = await store.certificateByPublicId(this.#deps.database.kysely, publicId)
    if (!found || (found.isPrivate && found.userId !== caller?.userId)) refuse('CERTIFICATE_NOT_FOUND')
    if (found.revokedAt || found.withdrawnAt) refuse('CERTIFICATE_REVOKED')
    if (found.publicId !== publicId) refuse('CERTIFICATE_REPLACED')
    return found
  }

  async #picturesOf({ signatureId, logoId }: store.ShownCertificateRow): Promise<PaperPictures> {
    const printed = async (id: number | null) =>
      id === null ? undefined : this.#deps.media.pictureForPaper(id)
    const [signature, logo] = await Promise.all([printed(signatureId), printed(logoId)])
    return { ...(signature && { signature }), ...(logo && { logo }) }
  }

  #presented(found: store.ShownCertificateRow): PublicCertificate {
    const { publicId: id, learnerName, courseTitle, sellerName, teacherName, videoMinutes } = found
    const { minutes, signerName, signerRole, issuedAt, path, isPrivate } = found
    const { signaturePublicId, logoPublicId, colour } = found
    // Anyone who has the certificate may open the picture, so the address is signed for no particular person.
    const address = (publicId: string, purpose: string) =>
      this.#deps.media.urlFor(null, { publicId, purpose })
    return {
      id,
      learnerName,
      courseTitle,
      sellerName,
      teacherName,
      videoMinutes,
      ...(minutes !== null && { minutes }),
      ...(signerName !== null && {
        signer: {
          name: signerName,
          role: signerRole ?? '',
          ...(signaturePublicId !== null && { signature: address(signaturePublicId, 'signature') }),
        },
      }),
      ...(logoPublicId !== null && { logo: address(logoPublicId, 'avatar') }),
      ...(colour !== null && { colour }),
      issuedAt: issuedAt.toISOString(),
      ...(path !== null && { path }),
      ...(isPrivate && { isPrivate }),
    }
  }
}
