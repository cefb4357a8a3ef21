/** The signature of a course's certificates, and the pictures that an issued certificate shows: docs/decisions/certificate-pictures.md. */
import type { PublicCertificate } from '@apogee/contracts/achievements/achievements.ts'
import type { Database, Tx } from '#server/platform/database/database.ts'
import type { Caller } from '#server/policy/caller.ts'
import { refuse } from '#server/policy/refusal.ts'
import type { Media } from '#server/features/media/media.service.ts'
import * as store from './certificates.store.ts'

export interface CertificatePicturesDependencies {
  database: Database
  media: Pick<Media, 'names' | 'pictureForPaper' | 'resolveUpload' | 'urlFor'>
}

/** As PNG. */
export interface PaperPictures {
  signature?: Buffer
  logo?: Buffer
}

export class CertificatePictures {
  readonly #deps: CertificatePicturesDependencies

  constructor(deps: CertificatePicturesDependencies) {
    this.#deps = deps
  }

  /** Of the course, for those who may edit it. */
  async signatureFor(caller: Caller, courseId: number): Promise<{ signature?: string }> {
    const file = await store.signatureOf(this.#deps.database.kysely, courseId)
    return file ? { signature: this.#deps.media.urlFor(caller, { ...file, purpose: 'signature' }) } : {}
  }

  /** `asked`: the address of an upload, or of the present picture; null removes it. */
  async saveSignature(tx: Tx, caller: Caller, courseId: number, asked: string | null): Promise<void> {
    const { media } = this.#deps
    const present = await store.signatureOf(tx, courseId)
    if (asked !== null && present && media.names(asked, present.publicId)) return
    const file =
      asked === null ? null : await media.resolveUpload(tx, caller, asked, ['signature'], 'signature')
    if (await store.saveSignature(tx, courseId, file?.id ?? null)) return
    refuse('VALIDATION', { issues: [{ path: 'signature', message: 'needs the name of the signer' }] })
  }

  /** For whoever has the certificate: the address of the signature is good for nobody in particular. */
  addressesOf({
    signaturePublicId,
    logoPublicId,
  }: store.ShownCertificateRow): Pick<PublicCertificate, 'logo'> & { signature?: string } {
    const address = (publicId: string, purpose: string) =>
      this.#deps.media.urlFor(null, { publicId, purpose })
    return {
      ...(signaturePublicId !== null && { signature: address(signaturePublicId, 'signature') }),
      ...(logoPublicId !== null && { logo: address(logoPublicId, 'avatar') }),
    }
  }

  async forPaper({ signatureId, logoId }: store.ShownCertificateRow): Promise<PaperPictures> {
    const { media } = this.#deps
    return {
      ...(signatureId !== null && { signature: await media.pictureForPaper(signatureId) }),
      ...(logoId !== null && { logo: await media.pictureForPaper(logoId) }),
    }
  }
}
