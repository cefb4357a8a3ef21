const grouped = new Intl.NumberFormat('en-MY', { minimumFractionDigits: 2, maximumFractionDigits: 2 })

/** Sen as `RM 1,234.50`. */
export function formatRinggit(sen: number): string {
  return `RM ${grouped.format(sen / 100)}`
}
