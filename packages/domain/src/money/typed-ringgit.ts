const ringgitText = /^(?:RM\s*)?(\d{1,9}|\d{1,3}(?:,\d{3}){1,2})(?:\.(\d{1,2}))?$/i

/**
 * Parses ringgit as a person types them into sen: '360', '360.00', 'RM 360' and '1,234.50'. Returns null for any other text. '2,5'
 * is refused, because a comma separates thousands only. The maximum is 999,999,999.99 ringgit and negative amounts are refused.
 */
export function parseRinggit(typed: string): number | null {
  const found = ringgitText.exec(typed.trim())
  if (!found) return null
  return Number((found[1] ?? '').replaceAll(',', '')) * 100 + Number((found[2] ?? '').padEnd(2, '0'))
}
