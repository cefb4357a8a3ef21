/** Invites instructors, admins and superadmins by a mailed link (docs/api.md#accounts-beyond-the-specification). */
import type { CurrentUser } from '@apogee/contracts/accounts/accounts.ts'
import type { Role } from '@apogee/contracts/limits.ts'
import type { Invitation } from '@apogee/contracts/people/people.ts'
import type { InvitableRole } from '@apogee/contracts/people/people.forms.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Database, Tx } from '#server/platform/database/database.ts'
import { queueMail } from '#server/platform/mail/mail-outbox.ts'
import { pageOf, type Page, type PageRequest } from '#server/platform/pages.ts'
import { newToken, tokenDigest } from '#server/platform/secrets/tokens.ts'
import type { Caller } from '#server/policy/caller.ts'
import { maskedEmail } from '#server/policy/masked-email.ts'
import { refuse } from '#server/policy/refusal.ts'
import {
  holdUnsuspended,
  refuseJoiningSuspended,
  sellerOfBusiness,
} from '#server/policy/suspended-sellers.ts'
import type { Account, Accounts } from '#server/features/accounts/accounts.service.ts'
import type { Businesses } from '#server/features/businesses/businesses.service.ts'
import type { Courses } from '#server/features/courses/courses.service.ts'
import * as store from './invitations.store.ts'
import { invitationMail } from './people.mail.ts'
import {
  businessWithRole,
  invitationsPerDay,
  mayInvite,
  peopleTimes,
  businessOfInvitation,
} from './people.rules.ts'

const dayMs = 24 * 3_600_000

export interface InvitationsDependencies {
  database: Database
  clock: Clock
  limitsOn: boolean
  accounts: Accounts
  businesses: Businesses
  courses: Courses
}

export class Invitations {
  readonly #deps: InvitationsDependencies

  constructor(deps: InvitationsDependencies) {
    this.#deps = deps
  }

  readonly deleteUnanswered = (before: Date) => store.deleteUnanswered(this.#deps.database.kysely, before)

  /** Returns which invitations this caller may see and revoke: those of the own business, or all for a superadmin. */
  readonly #scopeOf = ({ role, businessId }: Caller) =>
    role === 'superadmin' ? { everywhere: true as const } : { businessId }

  /**
   * Mails a link under `origin` by which the person can join. The inviter's own address must be verified
   * (docs/product-choices.md#accounts). Another invitation of the same address replaces the link. The lock on roles makes
   * concurrent calls wait, so that the daily limit holds.
   */
  async invite(
    caller: Caller,
    asked: { email: string; role: InvitableRole; businessId?: number | undefined },
    origin: string,
  ): Promise<Invitation> {
    const business = businessOfInvitation(caller, asked)
    if ('refusal' in business) refuse(business.refusal)
    if (!caller.emailVerified) refuse('EMAIL_NOT_VERIFIED')
    const { businessId } = business
    return this.#deps.database.transaction(async (tx) => {
      await holdUnsuspended(tx, caller, null)
      await this.#deps.accounts.changes.lockRoles(tx)
      const inviter =
        (await this.#deps.accounts.changes.lockAccount(tx, caller.userId)) ?? refuse('UNAUTHENTICATED')
      // The inviter may have lost the role while this call waited for the lock. The loss revoked only earlier invitations, so this
      // one must be refused.
      if (!mayInvite(inviter.role)) refuse('FORBIDDEN')
      const businessName =
        businessId === null
          ? null
          : ((await this.#deps.businesses.nameOf(tx, businessId)) ?? refuse('NOT_FOUND'))
      await this.#refuseTooMany(tx, businessId)
      const { email, role } = asked
      if (await store.isInTeam(tx, { email, role, businessId })) refuse('ALREADY_IN_TEAM')
      const token = newToken()
      const createdAt = this.#deps.clock.now()
      const invitation = await store.replaceInvitation(tx, {
        email,
        role,
        businessId,
        invitedBy: caller.userId,
        tokenSha256: tokenDigest(token),
        createdAt,
        expiresAt: new Date(createdAt.getTime() + peopleTimes.invitationMs),
      })
      const mail = invitationMail(inviter.language, {
        role,
        businessName,
        invitedBy: inviter.name,
        link: `${origin}/invitations/${token}`,
      })
      await queueMail(tx, {
        to: email,
        language: inviter.language,
        ...mail,
        occasion: `invitation:${invitation.id}`,
        seller: businessId === null ? null : await sellerOfBusiness(tx, businessId),
      })
      const details = { role, email: maskedEmail(email) }
      await this.#deps.accounts.securityLog.recordSecurityEvent(tx, {
        kind: 'invitation.sent',
        actor: caller,
        businessId,
        details,
      })
      return presentInvitation(invitation)
    })
  }

  async #refuseTooMany(tx: Tx, businessId: number | null): Promise<void> {
    const since = new Date(this.#deps.clock.now().getTime() - dayMs)
    if (this.#deps.limitsOn && (await store.countSince(tx, businessId, since)) >= invitationsPerDay)
      refuse('TOO_MANY_ATTEMPTS', { retryAfter: 900 })
  }

  async listInvitations(
    caller: Caller,
    page: PageRequest,
  ): Promise<{ data: Invitation[]; meta: Page<Invitation>['meta'] & { businessName: string | null } }> {
    const { rows, total } = await store.openInvitations(
      this.#deps.database.kysely,
      this.#scopeOf(caller),
      this.#deps.clock.now(),
      page,
    )
    const { data, meta } = pageOf(rows, total, page)
    const name =
      caller.businessId === null
        ? undefined
        : await this.#deps.businesses.nameOf(this.#deps.database.kysely, caller.businessId)
    return { data: data.map(presentInvitation), meta: { ...meta, businessName: name ?? null } }
  }

  async revokeInvitation(caller: Caller, id: number): Promise<void> {
    await this.#deps.database.transaction(async (tx) => {
      const revoked = await store.markRevoked(tx, id, this.#scopeOf(caller), this.#deps.clock.now())
      if (!revoked) refuse('INVITE_INVALID')
      await this.#deps.accounts.securityLog.recordActivity(tx, {
        kind: 'invitation.revoked',
        actor: caller,
        businessId: revoked.businessId,
        details: { invitation: id },
      })
    })
  }

  async readInvitation(token: string) {
    const found = await store.invitationByToken(
      this.#deps.database.kysely,
      tokenDigest(token),
      this.#deps.clock.now(),
      {
        lock: false,
      },
    )
    if (!found) refuse('INVITE_INVALID')
    const { email, role, businessName, invitedBy, expiresAt } = found
    return { email, role, businessName, invitedBy, expiresAt: expiresAt.toISOString() }
  }

  /**
   * Adds the caller to the team. The address must be the invited one, and possession of the link verifies it. Members of another
   * business and lone sellers cannot join, because their courses would lose their instructor.
   */
  async acceptInvitation(caller: Caller, token: string): Promise<CurrentUser> {
    return this.#deps.database.transaction(async (tx) => {
      await this.#deps.accounts.changes.lockRoles(tx)
      const found = await store.invitationByToken(tx, tokenDigest(token), this.#deps.clock.now(), {
        lock: true,
      })
      if (!found) refuse('INVITE_INVALID')
      if (found.email.toLowerCase() !== caller.email.toLowerCase()) refuse('INVITATION_FOR_SOMEBODY_ELSE')
      const person =
        (await this.#deps.accounts.changes.lockAccount(tx, caller.userId)) ?? refuse('UNAUTHENTICATED')
      await this.#refuseConflict(tx, person, found)
      await refuseJoiningSuspended(tx, found.businessId)
      const { role } = found
      if (person.role === 'admin' && role !== 'admin')
        await this.#deps.accounts.changes.refuseIfLast(tx, person)
      const { name, avatarUrl, bio } = person
      await this.#deps.accounts.changes.changeAccount(tx, person.id, {
        name,
        avatarUrl,
        role,
        businessId: businessWithRole(role, found.businessId),
        bio,
      })
      await store.markAccepted(tx, found.id, this.#deps.clock.now())
      await this.#deps.accounts.securityLog.recordActivity(tx, {
        kind: 'invitation.accepted',
        actor: caller,
        businessId: found.businessId,
        subjectId: person.id,
        details: { invitation: found.id, role },
      })
      await this.afterChangeOfRole(tx, caller, { ...person, businessId: found.businessId }, role)
      await this.#deps.accounts.emailProof.markEmailVerified(tx, person.id)
      const joined =
        (await this.#deps.accounts.changes.lockAccount(tx, person.id)) ?? refuse('UNAUTHENTICATED')
      return this.#deps.accounts.presentSelf(tx, joined)
    })
  }

  /**
   * Runs after a change of role (docs/security.md#changes-of-money-and-roles): ends every session except the caller's own, revokes
   * invitations of people who may not invite, and notifies the business's admins.
   */
  async afterChangeOfRole(
    tx: Tx,
    caller: Caller,
    person: Pick<Account, 'id' | 'role' | 'businessId'>,
    role: Role,
  ): Promise<void> {
    await this.#deps.accounts.changes.endSessionsOf(tx, person.id, caller.sessionId)
    if (!mayInvite(role)) await store.revokeSentBy(tx, person.id, this.#deps.clock.now())
    const { businessId, id: subjectId } = person
    const details = { before: person.role, role }
    await this.#deps.accounts.securityLog.recordSecurityEvent(tx, {
      kind: 'role.changed',
      actor: caller,
      businessId,
      subjectId,
      details,
    })
  }

  async #refuseConflict(tx: Tx, person: Account, { role, businessId }: store.InvitationRow): Promise<void> {
    const belongsElsewhere = person.businessId !== null && person.businessId !== businessId
    if (belongsElsewhere || person.role === 'superadmin') refuse('INVITATION_CONFLICT')
    const leavesOwnCourses = businessId !== null || role === 'superadmin'
    if (leavesOwnCourses && (await this.#deps.courses.sellsAlone(tx, person.id)))
      refuse('INVITATION_CONFLICT')
  }

  revokeSentBy(tx: Tx, userId: number) {
    return store.revokeSentBy(tx, userId, this.#deps.clock.now())
  }

  forgetInvitations(tx: Tx, person: Account) {
    return store.forgetInvitations(tx, person, this.#deps.clock.now())
  }
}

const presentInvitation = ({
  id,
  email,
  role,
  businessId,
  createdAt,
  expiresAt,
}: store.InvitationRow): Invitation => ({
  id,
  email,
  role,
  businessId,
  createdAt: createdAt.toISOString(),
  expiresAt: expiresAt.toISOString(),
})
