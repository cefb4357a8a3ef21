const ringgitText = /^(?:RM\s*)?(\d{1,9}|\d{1,3}(?:,\d{3}){1,2})(?:\.(\d{1,2}))?$/i

/**
 * Ringgit as a person types them, in sen: '360', '360.00', 'RM 360' and '1,234.50'. Null for anything that is not
 * plainly an amount: '2,5' is refused, because a comma separates thousands only.
 */
export function centsTyped(typed: string): number | null {
  const found = ringgitText.exec(typed.trim())
  if (!found) return null
  return Number((found[1] ?? '').replaceAll(',', '')) * 100 + Number((found[2] ?? '').padEnd(2, '0'))
}
