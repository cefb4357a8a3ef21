/** Seeds businesses, people, sellers with their payment accounts, and open invitations. */
import {
  changeUser,
  insertUser,
  userByEmail,
  type UserRow,
} from '#server/features/accounts/accounts.store.ts'
import { publishedPassword } from '#server/features/accounts/passwords/published-password.ts'
import { typeOfOwnFile } from '#server/features/media/media.service.ts'
import { replaceInvitation } from '#server/features/people/invitations.store.ts'
import { newToken, tokenDigest } from '#server/platform/secrets/tokens.ts'
import { daysBefore, portraitOf, type Seeding } from './seeding.ts'

/** The payment simulator accepts these credentials. They are valid nowhere else. */
const simulatorAccount = {
  chipSecret: 'simulator-orbit-academy',
  chipBrandId: '8d1e5a34-0b7c-4f29-9e66-2c4a7f10d3b8',
}

/** Creates each business as of the day on which its first person joined. */
export async function seedBusinesses({ tx, services, school, now, businessIds }: Seeding): Promise<void> {
  for (const { key, kind, name, email, phone, address } of school.sellers) {
    if (kind !== 'business') continue
    const team = school.people.filter(({ business }) => business === key)
    const createdAt = daysBefore(now, Math.max(0, ...team.map(({ joinedDaysAgo }) => joinedDaysAgo)))
    const form = { name, email, phone, address, createdAt }
    businessIds.set(key, await services.businesses.openBusiness(tx, form))
  }
}

/** Seeds all people with the same password, which is hashed once. If an account with the address exists, it is used. */
export async function seedPeople(seeding: Seeding): Promise<void> {
  const { tx, services, dependencies, school, now, businessIds, people } = seeding
  const passwordHash = await dependencies.passwords.hash(publishedPassword)
  for (const { key, email, name, role, business, joinedDaysAgo, portrait, headline, bio } of school.people) {
    const joinedAt = daysBefore(now, joinedDaysAgo)
    const user =
      (await insertUser(
        tx,
        {
          email,
          name,
          role,
          passwordHash,
          emailVerifiedAt: joinedAt,
          createdAt: joinedAt,
          businessId: business === null ? null : businessIds.of(business),
          bio: [headline, bio].filter(Boolean).join('\n\n'),
        },
        now,
      )) ?? (await userByEmail(tx, email))
    if (!user) throw new Error(`the account of ${email} was not stored`)
    await services.accounts.consents.recordNewest(tx, user.id, 'registration')
    people.set(key, { userId: user.id, role: user.role, businessId: user.businessId })
    if (portrait) await showPortrait(seeding, { key, user, portrait })
  }
}

async function showPortrait(
  { tx, services, files, now }: Seeding,
  { key, user, portrait }: { key: string; user: UserRow; portrait: string },
): Promise<void> {
  const stored = files.of(portraitOf(key))
  const { publicId } = await services.media.register(tx, {
    ownerId: user.id,
    businessId: user.businessId,
    purpose: 'avatar' as const,
    contentType: typeOfOwnFile('image/webp'),
    sizeBytes: stored.bytes,
    sha256: stored.sha256,
    storageKey: stored.key,
    originalName: portrait,
  })
  await changeUser(tx, user.id, { ...user, avatarUrl: `/media/${publicId}` }, now)
}

export async function seedSellers(seeding: Seeding): Promise<void> {
  const { tx, services, school, people, sellerIds } = seeding
  for (const { key, owner, hasOwnPaymentAccount } of school.sellers) {
    const sellerId = await services.businesses.sellerOf(tx, people.of(owner))
    sellerIds.set(key, sellerId)
    if (hasOwnPaymentAccount) await connectPaymentAccount(seeding, sellerId)
  }
}

/**
 * Connects the payment account, which only the simulator accepts. With any other provider the seller is paid through the platform's
 * account.
 */
async function connectPaymentAccount(
  { tx, services, dependencies }: Seeding,
  sellerId: number,
): Promise<void> {
  const { chipSecret: secret, chipBrandId: brandId } = simulatorAccount
  const verdict = await dependencies.payments.checkCredentials({ secret, brandId })
  if (verdict === 'accepted') await services.businesses.keepAccount(tx, sellerId, simulatorAccount, true)
  else dependencies.log.warn({ sellerId, verdict }, 'payment account of the demo school rejected by provider')
}

/** Seeds invitations that nobody can accept, because their tokens are discarded. */
export async function seedInvitations({ tx, school, now, businessIds, people }: Seeding): Promise<void> {
  for (const { email, role, business, invitedBy, daysAgo, expiresInDays } of school.invitations) {
    await replaceInvitation(tx, {
      email,
      role,
      businessId: businessIds.of(business),
      invitedBy: people.of(invitedBy).userId,
      tokenSha256: tokenDigest(newToken()),
      createdAt: daysBefore(now, daysAgo),
      expiresAt: daysBefore(now, -expiresInDays),
    })
  }
}
