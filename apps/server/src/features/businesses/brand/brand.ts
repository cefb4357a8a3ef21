/** Reads, saves and clears how the mails, pages and papers of a seller look. */
import type { BrandForm } from '@apogee/contracts/businesses/brand.forms.ts'
import type { ClearedBrandForm } from '@apogee/contracts/businesses/seller-states.forms.ts'
import type { SellerOverview } from '@apogee/contracts/businesses/seller-states.ts'
import type { OwnBrand } from '@apogee/contracts/businesses/brand.ts'
import type { PaperLook } from '@apogee/contracts/businesses/paper-look.ts'
import { shownSender } from '@apogee/contracts/businesses/sender-names.ts'
import { defaultLanguage } from '@apogee/domain/languages.ts'
import { formatRinggit } from '@apogee/domain/money/money.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Database, Db, Tx } from '#server/platform/database/database.ts'
import { footerOf } from '#server/platform/mail/mail-brand.ts'
import type { PrintedLook } from '#server/platform/pdf/pdf.ts'
import type { Caller } from '#server/policy/caller.ts'
import { recordEdit } from '#server/policy/edits.ts'
import { refuse } from '#server/policy/refusal.ts'
import type { Media } from '#server/features/media/media.service.ts'
import { removeLogo, sellerById } from '../businesses.store.ts'
import type { RecordSellerChange } from '../selling.ts'
import { serverTexts } from '#server/texts/index.ts'
import * as store from './brand.store.ts'

type BrandChanges = { [Field in keyof BrandForm]?: BrandForm[Field] | undefined } & {
  version?: number | undefined
}

interface BrandDependencies {
  database: Database
  clock: Clock
  media: Pick<Media, 'pictureForPaper' | 'urlFor'>
  recordSellerChange: RecordSellerChange
  sellerOf: (tx: Tx, caller: Caller) => Promise<number>
}

const sampleCents = 14_900

export class Brand {
  readonly #deps: BrandDependencies
  readonly forget = store.forgetBrand

  constructor(deps: BrandDependencies) {
    this.#deps = deps
  }

  readonly readOwn = (caller: Caller): Promise<OwnBrand> =>
    this.#deps.database.transaction(async (tx) =>
      present(await store.brandOfSeller(tx, await this.#deps.sellerOf(tx, caller))),
    )

  async update(caller: Caller, { version, ...changes }: BrandChanges): Promise<OwnBrand> {
    return this.#deps.database.transaction(async (tx) => {
      const sellerId = await this.#deps.sellerOf(tx, caller)
      await store.lockBrand(tx, sellerId)
      const { colour, senderName, footer, repliesToContact } = present(
        await store.brandOfSeller(tx, sellerId),
      )
      const current = { colour, senderName, footer, repliesToContact }
      await recordEdit<BrandForm>(tx, {
        kind: 'brand',
        id: sellerId,
        by: caller.userId,
        at: this.#deps.clock.now(),
        version,
        current,
        changes,
      })
      const given = Object.entries(changes).filter(([, value]) => value !== undefined)
      const next: BrandForm = { ...current, ...Object.fromEntries(given) }
      await store.saveBrand(tx, sellerId, { ...next, colour: next.colour === '' ? null : next.colour })
      return present(await store.brandOfSeller(tx, sellerId))
    })
  }

  /**
   * Empties the brand of a seller and removes the logo. Papers that were issued keep their content and show the platform's look.
   * Nothing changes if neither the seller nor any paper has a brand, so that a repeated call is recorded and notified once.
   */
  clear(caller: Caller, sellerId: number, { reason }: ClearedBrandForm): Promise<void> {
    return this.#deps.database.transaction(async (tx) => {
      const seller = await sellerById(tx, sellerId)
      if (!seller || seller.kind === 'platform') refuse('SELLER_NOT_FOUND')
      await store.lockBrand(tx, sellerId)
      const before = await store.brandOfSeller(tx, sellerId)
      if (isEmpty(before) && !(await store.hasEarlierLook(tx, sellerId))) return
      const at = this.#deps.clock.now()
      const { colour, senderName, footer, repliesToContact } = before
      await recordEdit<BrandForm>(tx, {
        kind: 'brand',
        id: sellerId,
        by: caller.userId,
        at,
        version: undefined,
        current: { colour: colour ?? '', senderName, footer, repliesToContact },
        changes: emptyBrand,
      })
      // Saving deletes looks that no paper has. Withdrawing them first keeps their logos withdrawn on certificates without a look.
      await store.withdrawLooks(tx, sellerId, at)
      await store.saveBrand(tx, sellerId, { ...emptyBrand, colour: null })
      await removeLogo(tx, sellerId)
      await this.#deps.recordSellerChange(tx, caller, sellerId, 'seller.brandCleared', { reason })
    })
  }

  /** Returns what a seller's mails, pages and new papers show, and whether earlier papers show something else. */
  async shownBrand(
    db: Db,
    sellerId: number,
  ): Promise<Pick<SellerOverview, 'brand' | 'papersShowEarlierBrand'>> {
    const [brand, papersShowEarlierBrand] = await Promise.all([
      store.brandOfSeller(db, sellerId),
      store.hasEarlierLook(db, sellerId),
    ])
    const { colour, logo, senderName, footer } = brand
    return { brand: isEmpty(brand) ? null : { colour, logo, senderName, footer }, papersShowEarlierBrand }
  }

  /** Returns undefined for the platform's look. */
  readonly readLook = async (lookId: number | null): Promise<store.LookRow | undefined> =>
    lookId === null ? undefined : store.shownLook(this.#deps.database.kysely, lookId)

  /** Returns how the page of an issued paper looks. */
  pageLookOf({ colour, logoPublicId: publicId }: store.LookRow): PaperLook {
    // Anyone who has the paper may open the picture, so the address is signed for no particular person.
    const logo = publicId === null ? null : this.#deps.media.urlFor(null, { publicId, purpose: 'avatar' })
    return { colour, logo }
  }

  /** Returns how an issued paper is printed. Returns undefined for the platform's look. */
  async printedLookOf(look: store.LookRow | undefined): Promise<PrintedLook | undefined> {
    if (!look) return undefined
    const { colour, logoId } = look
    const logo = logoId === null ? undefined : await this.#deps.media.pictureForPaper(logoId)
    return colour === null && !logo ? undefined : { colour, ...(logo && { logo }) }
  }
}

const emptyBrand: BrandForm = { colour: '', senderName: '', footer: '', repliesToContact: false }

const isEmpty = ({ colour, logo, senderName, footer }: store.BrandRow): boolean =>
  colour === null && logo === null && senderName === '' && footer === ''

/** Shows the mail of a receipt as an example, written by the same texts as the mail itself. */
function present({ sellerName, colour, logo, ...brand }: store.BrandRow): OwnBrand {
  const { subject, body } = serverTexts(defaultLanguage).accounting.receipt({
    kind: 'receipt',
    isDispute: false,
    number: 'R-2026-0001',
    sellerName: sellerName ?? 'Apogee',
    amount: formatRinggit(sampleCents),
    opened: '',
    link: null,
  })
  const footer = footerOf(brand)
  return {
    ...brand,
    colour: colour ?? '',
    paper: { name: sellerName ?? 'Apogee', logo },
    sample: {
      from: shownSender(brand.senderName),
      subject,
      amount: sampleCents,
      body: footer === '' ? body : `${body}\n\n${footer}`,
    },
  }
}
