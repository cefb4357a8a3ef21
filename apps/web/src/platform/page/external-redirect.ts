/** Navigates to another site, such as the payment page. Refuses URLs that are not web addresses. */
export function redirectToExternal(address: string): void {
  const target = new URL(address, location.href)
  if (target.protocol !== 'https:' && target.protocol !== 'http:') {
    throw new Error(`Not a web address: ${target.protocol}`)
  }
  location.assign(target.href)
}
