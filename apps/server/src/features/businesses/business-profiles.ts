/**
 * Reads and saves the public profile of a business. Admins of the business edit the profile, and sales pages show it
 * (docs/decisions/interface.md).
 */
import type { BusinessProfile } from '@apogee/contracts/businesses/profile.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Database, Tx } from '#server/platform/database/database.ts'
import type { Caller } from '#server/policy/caller.ts'
import { recordEdit } from '#server/policy/edits.ts'
import { refuse } from '#server/policy/refusal.ts'
import type { Media } from '#server/features/media/media.service.ts'
import { profileOfBusiness, saveProfile } from './businesses.store.ts'

export type ProfileChanges = {
  [Field in keyof BusinessProfile]?: BusinessProfile[Field] | undefined
}

interface Dependencies {
  database: Database
  clock: Clock
  media: Pick<Media, 'resolveUpload' | 'urlFor'>
}

export class BusinessProfiles {
  readonly #deps: Dependencies

  constructor(deps: Dependencies) {
    this.#deps = deps
  }

  /** Admins read the profile of their own business, and superadmins read any. Everybody else gets 'not found'. */
  async readProfile(caller: Caller, id: number): Promise<BusinessProfile> {
    refuseForeign(caller, id)
    return (await profileOfBusiness(this.#deps.database.kysely, id)) ?? refuse('NOT_FOUND')
  }

  async updateProfile(
    caller: Caller,
    id: number,
    { version, logo, ...typed }: ProfileChanges,
  ): Promise<BusinessProfile> {
    refuseForeign(caller, id)
    await this.#deps.database.transaction(async (tx) => {
      const before = (await profileOfBusiness(tx, id)) ?? refuse('NOT_FOUND')
      const changes = { ...typed, logo: await this.#logoFrom(tx, caller, before.logo, logo) }
      let present = before
      await recordEdit<Omit<BusinessProfile, 'version'>>(tx, {
        kind: 'business',
        id,
        by: caller.userId,
        at: this.#deps.clock.now(),
        version,
        changes,
        current: async () => {
          present = (await profileOfBusiness(tx, id)) ?? refuse('NOT_FOUND')
          return present
        },
      })
      const given = Object.entries(changes).filter(([, value]) => value !== undefined)
      await saveProfile(tx, id, { ...present, ...Object.fromEntries(given) })
    })
    return this.readProfile(caller, id)
  }

  /** Returns the address of the logo to store. Undefined means that the request leaves the logo unchanged. */
  async #logoFrom(
    tx: Tx,
    caller: Caller,
    before: string,
    asked: string | undefined,
  ): Promise<string | undefined> {
    if (asked === undefined || asked === before || asked === '') return asked
    const file = await this.#deps.media.resolveUpload(tx, caller, asked, ['avatar'], 'logo')
    return this.#deps.media.urlFor(caller, file)
  }
}

function refuseForeign({ role, businessId }: Caller, id: number): void {
  if (role !== 'superadmin' && businessId !== id) refuse('NOT_FOUND')
}
