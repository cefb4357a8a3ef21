/** The map holds the requested style sheets by name; a failed one is requested again. */
const sheets: Record<string, Promise<unknown>> = {}

const request = (name: string): Promise<unknown> =>
  (sheets[name] ??= new Promise((resolve, reject) => {
    const href = `/assets/${name}.css`
    // A document contains the style sheets of its page, with a disabled link to each.
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
 * Loads a part's code and style sheets in parallel. The build calls this for every `import()` (apps/web/part-loader.ts). The part
 * resolves with its last style sheet, so that it is never shown unstyled.
 */
export const __vitePreload = async <Part>(load: () => Promise<Part>, names?: string): Promise<Part> => {
  const styles = names?.split(' ').map(request) ?? []
  const [part] = await Promise.all([load(), ...styles])
  return part
}
