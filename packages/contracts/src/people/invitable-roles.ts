/** An invitation can give these roles (docs/api.md#accounts-beyond-the-specification). */
export const invitableRoles = ['instructor', 'admin', 'superadmin'] as const
export type InvitableRole = (typeof invitableRoles)[number]
