import type { CurrentUser } from '@apogee/contracts/accounts/accounts.ts'
import type { DocumentVersion } from '@apogee/contracts/accounts/legal-documents.ts'
import type { UserRow } from './accounts.store.ts'

export interface SignedIn {
  token: string
  user: CurrentUser
  device: string
}

export function presentUser(
  user: UserRow,
  {
    missingSecondFactor,
    newDocuments = [],
  }: {
    missingSecondFactor?: CurrentUser['missingSecondFactor']
    newDocuments?: readonly DocumentVersion[]
  } = {},
): CurrentUser {
  return {
    id: user.id,
    name: user.name,
    email: user.email,
    role: user.role,
    businessId: user.businessId,
    createdAt: user.createdAt.toISOString(),
    emailVerified: user.emailVerifiedAt !== null,
    metadata: { avatar: user.avatarUrl },
    ...(user.role !== 'student' && { bio: user.bio }),
    version: user.version,
    ...(missingSecondFactor && { missingSecondFactor }),
    ...(newDocuments.length > 0 && { newDocuments: [...newDocuments] }),
  }
}
