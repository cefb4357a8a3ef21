/** Returns the certificate ID in what a person typed or pasted: the ID, or an address that ends with it. The result may be empty. */
export function idIn(typed: string): string {
  const [withoutHash = ''] = typed.split('#')
  const [path = ''] = withoutHash.split('?')
  const last = path.split('/').findLast((part) => !['', '.', '..'].includes(part.trim())) ?? ''
  return last.replaceAll(' ', '')
}
