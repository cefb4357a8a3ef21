/** Formats '0.3', '12', '2,048' with sensible precision. */
export function inMegabytes(bytes: number): string {
  const megabytes = bytes / 1024 ** 2
  const rounded = megabytes < 10 ? Math.max(0.1, megabytes).toFixed(1) : String(Math.round(megabytes))
  return rounded.replaceAll(/\B(?=(?:\d{3})+$)/g, ',')
}
