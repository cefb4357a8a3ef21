/** A scope says what an API token may do (docs/decisions/integrations.md). A call without a scope is closed to tokens. */
export const scopes = [
  'courses:read',
  'courses:write',
  'people:read',
  'enrolments:write',
  'orders:read',
] as const
export type Scope = (typeof scopes)[number]
