/**
 * Enough for a colleague to recognise the address, and at most half of its name: lists show it to people who do not write there, and the security log
 * outlives accounts. docs/decisions/personal-data.md#staff-see-what-they-need
 */
export function maskedEmail(email: string): string {
  const [name = '', host = ''] = email.split('@')
  const shown = Math.min(2, Math.floor(name.length / 2))
  return `${name.slice(0, shown)}…@${host}`
}
