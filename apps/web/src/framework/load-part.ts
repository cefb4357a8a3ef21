/** The sheets that were requested, by their names; one that failed is requested again. */
const sheets: Record<string, Promise<unknown>> = {}

const request = (name: string): Promise<unknown> =>
  (sheets[name] ??= new Promise((resolve, reject) => {
    const href = `/assets/${name}.css`
    // A document contains the sheets of its page, with a disabled link to each.
    if (document.querySelector(`link[href="${href}"]`)) {
      resolve(name)
      return
    }
    const link = document.createElement('link')
    link.rel = 'stylesheet'
    link.crossOrigin = ''
    link.href = href
    link.addEventListener('load', resolve)
    link.addEventListener('error', () => {
      link.remove()
      delete sheets[name]
      reject(new Error(`${href} could not be loaded`))
    })
    document.head.append(link)
  }))

/**
 * The build calls this for every `import()` (apps/web/part-loader.ts): it fetches a part's code and sheets at the same
 * time. The part arrives with its last sheet, so it is never shown without its styles.
 */
export const __vitePreload = async <Part>(load: () => Promise<Part>, names?: string): Promise<Part> => {
  const styles = names?.split(' ').map(request) ?? []
  const [part] = await Promise.all([load(), ...styles])
  return part
}
