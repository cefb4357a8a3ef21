/**
 * Handles the deletion of a team member by an admin. An account without data of other sellers is erased; any other account leaves
 * the team.
 */
import type { DeletionOutcome } from '@apogee/contracts/accounts/accounts.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Tx } from '#server/platform/database/database.ts'
import { queueMail } from '#server/platform/mail/mail-outbox.ts'
import type { Caller } from '#server/policy/caller.ts'
import { greeting } from '#server/features/accounts/accounts.mail.ts'
import type { Account, Accounts } from '#server/features/accounts/accounts.service.ts'
import type { Businesses } from '#server/features/businesses/businesses.service.ts'
import { leftTeamMail } from './people.mail.ts'
import type { Invitations } from './people.invitations.ts'
import * as store from './people.store.ts'

interface TeamDependencies {
  clock: Clock
  accounts: Accounts
  businesses: Businesses
  invitations: Pick<Invitations, 'afterChangeOfRole' | 'revokeSentBy'>
}

export class Team {
  readonly #deps: TeamDependencies

  constructor(deps: TeamDependencies) {
    this.#deps = deps
  }

  async outcomeOf(tx: Tx, caller: Caller, person: Account): Promise<DeletionOutcome> {
    if (person.id === caller.userId) return 'scheduled'
    if (caller.role === 'superadmin' || person.businessId === null) return 'erased'
    const { id, email, businessId } = person
    return (await store.belongsToOtherSellers(tx, { id, email, businessId })) ? 'leftTeam' : 'erased'
  }

  /**
   * Removes a person from the team. The account becomes a student's and keeps its enrolments. The courses made for the business
   * stay with the business.
   */
  async takeOut(tx: Tx, caller: Caller, person: Account, origin: string): Promise<void> {
    const { id, name, avatarUrl, bio, language, email, businessId } = person
    await this.#deps.accounts.changes.refuseIfLast(tx, person)
    if (person.role !== 'student')
      await this.#deps.invitations.afterChangeOfRole(tx, caller, person, 'student')
    await this.#deps.accounts.changes.changeAccount(tx, id, {
      name,
      avatarUrl,
      bio,
      role: 'student',
      businessId: null,
    })
    await this.#deps.accounts.changes.endSessionsOf(tx, id, null)
    await this.#deps.invitations.revokeSentBy(tx, id)
    const business = businessId === null ? undefined : await this.#deps.businesses.nameOf(tx, businessId)
    const hello = greeting(language, person)
    const isProven = person.emailVerifiedAt !== null
    const facts = { hello, isProven, business: business ?? null, link: `${origin}/login` }
    const mail = leftTeamMail(language, facts)
    await queueMail(tx, {
      to: email,
      language,
      ...mail,
      occasion: `left-team:${id}:${this.#deps.clock.now().getTime()}`,
      seller: null,
    })
  }

  /**
   * Records an erasure. The admins of a business are not notified of erased learners, because no role ends. The record omits the
   * erased name. A null `actor` means that the job erased the person.
   */
  async recordDeletion(tx: Tx, actor: Caller | null, person: Account): Promise<void> {
    const { id: subjectId, role, businessId } = person
    const erased = { kind: 'account.erased', actor, businessId, subjectId, details: { role } } as const
    await this.#deps.accounts.securityLog.recordActivity(tx, erased)
    if (role === 'student') return
    const event = { kind: 'member.deleted', actor, businessId, details: { role } } as const
    await this.#deps.accounts.securityLog.recordSecurityEvent(tx, event)
  }
}
