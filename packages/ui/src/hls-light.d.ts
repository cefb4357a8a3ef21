/** The package declares types for its whole build only. */
declare module 'hls.js/light' {
  export { default } from 'hls.js'
}
