/** Reads and saves how the mails and pages of a seller look. */
import type { BrandForm } from '@apogee/contracts/businesses/brand.forms.ts'
import type { OwnBrand } from '@apogee/contracts/businesses/brand.ts'
import { shownSender } from '@apogee/contracts/businesses/sender-names.ts'
import { defaultLanguage } from '@apogee/domain/languages.ts'
import { formatRinggit } from '@apogee/domain/money/money.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Database, Tx } from '#server/platform/database/database.ts'
import { footerOf } from '#server/platform/mail/mail-brand.ts'
import type { Caller } from '#server/policy/caller.ts'
import { recordEdit } from '#server/policy/edits.ts'
import { serverTexts } from '#server/texts/index.ts'
import * as store from './brand.store.ts'

type BrandChanges = { [Field in keyof BrandForm]?: BrandForm[Field] | undefined } & {
  version?: number | undefined
}

interface BrandDependencies {
  database: Database
  clock: Clock
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
}

/** Shows the mail of a receipt as an example, written by the same texts as the mail itself. */
function present({ sellerName, colour, ...brand }: store.BrandRow): OwnBrand {
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
    sample: {
      from: shownSender(brand.senderName),
      subject,
      body: footer === '' ? body : `${body}\n\n${footer}`,
    },
  }
}
