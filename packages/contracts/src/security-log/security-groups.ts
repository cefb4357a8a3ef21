/** Groups the kinds by the word before the dot. A kind without a group is listed only when no filter is set. */
export const securityGroups = {
  signIn: ['signIn', 'password', 'identity', 'sessions', 'email'],
  secondFactor: ['secondFactor', 'recoveryCodes', 'recoveryCode', 'passkey', 'passkeys'],
  people: ['role', 'member', 'invitation', 'account', 'certificate'],
  credentials: ['chip', 'apiToken', 'webhook'],
  money: ['bank', 'payoutBank', 'fee', 'seller', 'payout', 'signal', 'transfer', 'refund', 'exception'],
  uploads: ['upload'],
  exports: ['export'],
  views: ['view'],
  refusals: ['access'],
  log: ['securityLog'],
} as const satisfies Record<string, readonly string[]>
export type SecurityGroup = keyof typeof securityGroups

export const securityGroupNames = Object.keys(securityGroups) as [SecurityGroup, ...SecurityGroup[]]
